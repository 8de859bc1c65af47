import type { Blog, BlogId, TeamId, UserId } from '@botwright/protocol';
import { type Change, worldEvent } from '../world/change.js';
import { existing } from '../world/state.js';
import { membersOf } from './audience.js';

interface BlogDraft {
  readonly title: string;
  readonly content: string;
  readonly heroImage?: string | null | undefined;
}

export function createBlogPost(teamId: TeamId, createdBy: UserId, draft: BlogDraft): Change<Blog> {
  return (state, stamp) => {
    const { title, content, heroImage = null } = draft;
    const id = stamp.identities.id();
    const blog: Blog = { id, title, content, createdAt: stamp.now(), createdBy, editedAt: null, teamId, heroImage };
    existing(state.teams, teamId).blogs.set(id, blog);
    return { answer: blog, events: [worldEvent('BLOG_CREATED', { blog, teamId }, membersOf(state, teamId))] };
  };
}

export function deleteBlogPost(teamId: TeamId, deletedBy: UserId, blogId: BlogId): Change<void> {
  return (state) => {
    existing(state.teams, teamId).blogs.delete(blogId);
    const data = { blogId, deletedBy, teamId };
    return { answer: undefined, events: [worldEvent('BLOG_DELETED', data, membersOf(state, teamId))] };
  };
}
