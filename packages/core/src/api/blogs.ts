import type { Blog, BlogId, BodyOf, Operations, TeamId } from '@botwright/protocol';
import { endpoints } from '@botwright/protocol/facts';
import type { Rest } from '../rest/rest.js';
import type { CallOptions } from './call-options.js';

/** A blog post to be. */
export type BlogDraft = BodyOf<Operations['createBlogPost']>;

/** Blog posts of teams. */
export class Blogs {
  constructor(private readonly rest: Rest) {}

  /**
   * Lists the posts of a team's blog (stated); no paging is known.
   * @throws {RequestRejected} 404 without such a team (inferred).
   */
  async list(teamId: TeamId, options: CallOptions = {}): Promise<Blog[]> {
    const answer = await this.rest.begin(endpoints.getBlogPosts, { params: { teamId }, ...options });
    return answer.blogs;
  }

  /**
   * Publishes a post (stated).
   * @param draft - `title` and `content`, neither of them empty; `heroImage` is the address of an image (observed).
   * @throws {RequestRejected} 403 without MANAGE_BLOGS, 404 without such a team (both inferred).
   */
  async create(teamId: TeamId, draft: BlogDraft, options: CallOptions = {}): Promise<Blog> {
    const answer = await this.rest.begin(endpoints.createBlogPost, { params: { teamId }, body: draft, ...options });
    return answer.blog;
  }

  /**
   * Deletes a post (stated).
   * @throws {RequestRejected} 403 without MANAGE_BLOGS, 404 without such a post (both inferred).
   */
  async delete(teamId: TeamId, blogId: BlogId, options: CallOptions = {}): Promise<void> {
    const params = { teamId, blogId };
    await this.rest.begin(endpoints.deleteBlogPost, { params, ...options });
  }
}
