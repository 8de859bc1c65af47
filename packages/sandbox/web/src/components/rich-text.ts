import { html, nothing, type TemplateResult } from 'lit';
import { type Block, type Inline, parseMarkdown } from '../markdown.js';

export interface MentionNames {
  readonly names: ReadonlyMap<string, string>;
  readonly ownId: string | undefined;
}

/** A message's Markdown as elements. Text goes in as text, never as markup. */
export function richText(content: string, mentions: MentionNames): TemplateResult[] {
  return parseMarkdown(content).map((block) => renderBlock(block, mentions));
}

function renderBlock(block: Block, mentions: MentionNames): TemplateResult {
  if (block.kind === 'paragraph') {
    return html`<p class="text">${block.children.map((part) => renderInline(part, mentions))}</p>`;
  }
  // Wide code scrolls by itself, so the keyboard must be able to get there.
  return html`<pre class="code-block" tabindex="0"><code>${block.text}</code></pre>`;
}

function renderInline(part: Inline, mentions: MentionNames): TemplateResult | string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return html`<code>${part.text}</code>`;
    case 'bold':
      return html`<strong>${part.children.map((child) => renderInline(child, mentions))}</strong>`;
    case 'italic':
      return html`<em>${part.children.map((child) => renderInline(child, mentions))}</em>`;
    case 'link':
      return safeLink(part.href, part.text);
    case 'mention':
      return renderMention(part.userId, mentions);
  }
}

export function safeLink(href: string, text: string): TemplateResult {
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;
}

function renderMention(userId: string, { names, ownId }: MentionNames): TemplateResult {
  const own = userId === ownId ? 'mention mention-own' : 'mention';
  return html`<span class=${own} title=${names.has(userId) ? nothing : userId}>@${names.get(userId) ?? 'unknown'}</span>`;
}
