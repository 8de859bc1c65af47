import { expect } from 'vitest';
import { drives } from '../support/drive.js';

const post = { title: 'News', content: 'We have a lathe.', heroImage: 'https://example.com/lathe.png' };

export const blogDrives = drives({
  async getBlogPosts({ api, teamId }) {
    const blog = await api.blogs.create(teamId, post);
    expect(await api.blogs.list(teamId)).toEqual([blog]);
    return undefined;
  },

  async createBlogPost({ api, teamId, botId }) {
    const blog = await api.blogs.create(teamId, post);
    expect(blog).toMatchObject({ ...post, createdBy: botId, teamId });
    expect(await api.blogs.list(teamId)).toEqual([blog]);
    return { BLOG_CREATED: { blog, teamId } };
  },

  async deleteBlogPost({ api, teamId, botId }) {
    const { id } = await api.blogs.create(teamId, post);
    await api.blogs.delete(teamId, id);
    expect(await api.blogs.list(teamId)).toEqual([]);
    return { BLOG_DELETED: { blogId: id, deletedBy: botId } };
  },
});
