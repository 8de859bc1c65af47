import type { Channel, TodoItem } from '@botwright/protocol';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Chat } from '../chat.js';
import { readMentions } from '../mentions.js';
import type { ChatState } from '../state.js';
import { clockTime, dayName, fullTime, isSameDay } from '../time-format.js';
import { Attempt } from './attempt.js';
import { icons } from './icons.js';
import { PageElement } from './page-element.js';

/** The items of a to-do channel: add, tick, change, delete. The sandbox says who may. */
export class TodoList extends PageElement {
  static override properties = {
    chat: { attribute: false },
    state: { attribute: false },
    channel: { attribute: false },
    edited: { state: true },
  };
  declare chat: Chat;
  declare state: ChatState;
  declare channel: Channel;
  /** The item that is being changed, as it was shown when that began: no later event replaces what is typed. */
  declare edited: TodoItem | undefined;

  private readonly attempt = new Attempt(this);

  private get todos(): readonly TodoItem[] | undefined {
    return this.state.todos.get(this.channel.id);
  }

  protected override render(): TemplateResult {
    const { todos = [] } = this;
    const done = todos.filter(({ completed }) => completed).length;
    return html`<div class="sheet">
      <div class="sheet-rows" aria-busy=${this.todos === undefined}>
        ${
          todos.length === 0
            ? html`<p class="empty"><span class="empty-title">${this.todos ? 'Nothing to do' : 'Loading…'}</span></p>`
            : html`<p class="todo-count" role="status">${done} of ${todos.length} done</p>`
        }
        <ul class="todos" aria-label="To-do items">
          ${repeat(
            todos,
            ({ id }) => id,
            (todo) =>
              html`<li class="todo">${todo.id === this.edited?.id ? this.renderEdit(this.edited) : this.renderItem(todo)}</li>`,
          )}
        </ul>
      </div>
    </div>
    <div class="foot">
      ${this.attempt.render()}
      <form class="compose" @submit=${this.add}>
        <div class="compose-row">
          <label class="visually-hidden" for="new-todo">New to-do item</label>
          <input id="new-todo" class="compose-input" name="content" placeholder="New to-do item" autocomplete="off" />
          <button type="submit" class="send-button" aria-label="Add">${icons.add}</button>
        </div>
      </form>
    </div>`;
  }

  private renderItem(todo: TodoItem): TemplateResult {
    const content = this.contentOf(todo);
    return html`
      <input
        type="checkbox"
        class="todo-box"
        id="todo-${todo.id}"
        .checked=${live(todo.completed)}
        aria-describedby="todo-${todo.id}-by"
        @click=${(event: Event) => this.flip(event, todo)}
      />
      <div class="todo-main">
        <label class="todo-content" for="todo-${todo.id}">${content}</label>
        <p class="todo-by" id="todo-${todo.id}-by">${this.renderHistory(todo)}</p>
      </div>
      <div class="todo-actions">
        <button
          type="button"
          class="icon-button"
          aria-label="Edit ${content}"
          title="Edit"
          @click=${() => this.edit(todo)}
        >
          ${icons.edit}
        </button>
        <button type="button" class="icon-button" aria-label="Delete ${content}" title="Delete" @click=${() => this.delete(todo)}>
          ${icons.remove}
        </button>
      </div>
    `;
  }

  private renderHistory({ completed, completedBy, completedAt, createdBy, createdAt }: TodoItem): TemplateResult {
    if (completed && completedAt !== null) return html`Done by ${this.nameOf(completedBy)} ${when(completedAt)}`;
    return html`${completed ? 'Done. ' : ''}Added by ${this.nameOf(createdBy)} ${when(createdAt)}`;
  }

  private renderEdit(todo: TodoItem): TemplateResult {
    return html`<form class="todo-edit" @submit=${(event: SubmitEvent) => this.save(event, todo)} @keydown=${this.onEditKey}>
      <label class="visually-hidden" for="edit-todo">Content</label>
      <input id="edit-todo" class="field-input" name="content" autocomplete="off" .value=${todo.content} />
      <button type="submit" class="button button-primary">Save</button>
      <button type="button" class="button" @click=${this.stopEditing}>Cancel</button>
    </form>`;
  }

  private contentOf({ content }: TodoItem): string {
    return readMentions(content, this.state.names);
  }

  private nameOf(userId: string | null): string {
    return this.state.names.get(userId ?? '') ?? 'somebody';
  }

  private pathOf({ id }: TodoItem) {
    return { channelId: this.channel.id, todoId: id };
  }

  /** The box is free for the next item at once; what could not be added comes back to it. */
  private async add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('#new-todo');
    const content = input?.value.trim() ?? '';
    if (!input || content === '') return;
    const path = { channelId: this.channel.id };
    input.value = '';
    const isAdded = await this.attempt.run(() => this.chat.call('createTodoItem', { path, body: { content } }));
    if (!isAdded) input.value = input.value === '' ? content : `${content} ${input.value}`;
  }

  /** The box shows what the sandbox has stored, so it waits for the event. */
  private flip(event: Event, todo: TodoItem): void {
    event.preventDefault();
    const input = { path: this.pathOf(todo), body: { changeCompleted: true } };
    void this.attempt.run(() => this.chat.call('updateTodoItem', input));
  }

  private edit(todo: TodoItem): void {
    this.edited = { ...todo, content: this.contentOf(todo) };
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('#edit-todo')?.select());
  }

  private async save(event: SubmitEvent, todo: TodoItem): Promise<void> {
    event.preventDefault();
    const content = this.editedText;
    const isUnchanged = content === '' || content === todo.content;
    const input = { path: this.pathOf(todo), body: { content } };
    if (!isUnchanged && !(await this.attempt.run(() => this.chat.call('updateTodoItem', input)))) return;
    // Who typed on meanwhile, or went on to another item, is not done.
    if (this.edited === todo && this.editedText === content) this.stopEditing();
  }

  private get editedText(): string {
    return this.querySelector<HTMLInputElement>('#edit-todo')?.value.trim() ?? '';
  }

  private onEditKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.stopEditing();
  }

  private stopEditing(): void {
    const id = this.edited?.id;
    this.edited = undefined;
    void this.updateComplete.then(() => document.getElementById(`todo-${id}`)?.focus());
  }

  private async delete(todo: TodoItem): Promise<void> {
    if (await this.attempt.run(() => this.chat.call('deleteTodoItem', { path: this.pathOf(todo) }))) {
      this.querySelector<HTMLElement>('#new-todo')?.focus();
    }
  }
}

function when(timestamp: string): TemplateResult {
  const isToday = isSameDay(new Date(timestamp), new Date());
  const text = isToday ? clockTime(timestamp) : dayName(timestamp);
  return html`<time datetime=${timestamp} title=${fullTime(timestamp)}>${text}</time>`;
}

customElements.define('sandbox-todos', TodoList);
