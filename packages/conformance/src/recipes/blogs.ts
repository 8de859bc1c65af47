import { recipes } from './recipe.js';

const team = { teamId: '{team}' };
const post = { title: 'News', content: 'We have a lathe.', heroImage: 'https://example.com/lathe.png' };
const write = { operation: 'createBlogPost', parameters: team, body: post, keep: { blog: 'blog.id' } } as const;
const listPosts = { operation: 'getBlogPosts', parameters: team } as const;

export const blogRecipes = recipes({
  getBlogPosts: { setup: [write], looking: {}, parameters: team, answer: { blogs: [post], team: { id: '{team}' } } },

  createBlogPost: {
    parameters: team,
    body: post,
    answer: { blog: { ...post, teamId: '{team}', createdBy: '{caller}' } },
    events: { BLOG_CREATED: { blog: post, teamId: '{team}' } },
    after: [{ ...listPosts, expect: { matches: { blogs: [post] } } }],
  },

  deleteBlogPost: {
    setup: [write],
    parameters: { ...team, blogId: '{blog}' },
    events: { BLOG_DELETED: { blogId: '{blog}', deletedBy: '{caller}' } },
    after: [{ ...listPosts, expect: { lacks: { blogs: { id: '{blog}' } } } }],
  },
});
