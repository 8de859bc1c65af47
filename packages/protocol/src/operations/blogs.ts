import { z } from 'zod';
import { observed, stated } from '../certainty.js';
import { Blog } from '../resources/blog.js';
import { Team } from '../resources/team.js';
import { list, resource } from '../wire.js';
import { operationGroup } from './operation.js';

export const blogOperations = operationGroup('Blog', {
  getBlogPosts: {
    name: 'Get Blog Posts',
    method: 'GET',
    path: '/teams/{teamId}/blogs',
    answer: resource({ blogs: stated(list(Blog)), team: stated(Team) }),
    certainty: { method: 'stated', path: 'stated' },
    source: ['seed', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  createBlogPost: {
    name: 'Create a Blog Post',
    method: 'POST',
    path: '/teams/{teamId}/blogs',
    body: resource({
      title: observed(z.string().min(1), 'client:ts', 'client:py', 'client:js', 'console'),
      content: observed(z.string().min(1), 'client:ts', 'client:py', 'client:js', 'console'),
      heroImage: observed(z.string().nullish(), 'client:ts', 'client:py', 'client:js', 'console'),
    }),
    answer: resource({ blog: observed(Blog, 'client:ts') }),
    needs: ['team:MANAGE_BLOGS'],
    emits: ['BLOG_CREATED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
  deleteBlogPost: {
    name: 'Delete a Blog Post',
    method: 'DELETE',
    path: '/teams/{teamId}/blogs/{blogId}',
    answer: resource({}),
    needs: ['team:MANAGE_BLOGS'],
    emits: ['BLOG_DELETED'],
    certainty: { method: 'stated', path: 'observed' },
    source: ['seed', 'client:ts', 'client:py', 'client:py2', 'client:js', 'console'],
  },
});
