import { createBlogPost, deleteBlogPost } from '../changes/blogs.js';
import { Refusal } from '../refusal.js';
import { endpoints } from './endpoint.js';
import { reachTeam, reachTeamByRight } from './reach.js';

export const blogEndpoints = endpoints({
  getBlogPosts(call) {
    const { team, blogs } = reachTeam(call, call.params.teamId);
    return { blogs: [...blogs.values()].reverse(), team };
  },

  createBlogPost(call) {
    const { teamId } = call.params;
    reachTeamByRight(call, teamId);
    return { blog: call.apply(createBlogPost(teamId, call.caller.id, call.body)) };
  },

  deleteBlogPost(call) {
    const { teamId, blogId } = call.params;
    const { blogs } = reachTeamByRight(call, teamId);
    if (!blogs.has(blogId)) throw Refusal.unknown('blog', blogId);
    call.apply(deleteBlogPost(teamId, call.caller.id, blogId));
    return {};
  },
});
