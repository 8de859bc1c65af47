import { html, nothing, type TemplateResult } from 'lit';
import { Chat } from '../chat.js';
import { type InstrumentName, Instruments, type Speaker } from '../instruments.js';
import { messageOf } from '../message-of.js';
import { findPlace, isConversation, type Place, placeName } from '../place.js';
import { chosenPerson, openSession, type Session, tabMemory } from '../session.js';
import { findChannel, teamOf } from '../state.js';
import { questionOf } from '../trace.js';
import './channel-nav.js';
import { composeInputId } from './compose-box.js';
import './inspector.js';
import './member-list.js';
import { PageElement } from './page-element.js';
import { placeView } from './place-view.js';
import { topBar } from './top-bar.js';

const mainId = 'main';

const isNarrow = window.matchMedia('(width < 760px)');
const isWide = window.matchMedia('(width >= 1100px)');

/** The whole page: who is talking, where, and what the sandbox wrote down about it. */
export class SandboxPage extends PageElement {
  static override properties = {
    session: { state: true },
    person: { state: true },
    problem: { state: true },
    isSideOpen: { state: true },
    isInspectorOpen: { state: true },
  };
  declare session: Session | undefined;
  declare person: string | undefined;
  /** Why there is no session. */
  declare problem: string | undefined;
  /** Channels and members, where they are a drawer. */
  declare isSideOpen: boolean;
  declare isInspectorOpen: boolean;

  private chat: Chat | undefined;
  private readonly instruments = new Instruments({
    controlToken: () => this.session?.controlToken,
    isWatched: () => this.isInspectorOpen,
    onChange: () => this.requestUpdate(),
  });

  constructor() {
    super();
    this.isSideOpen = false;
    this.isInspectorOpen = isWide.matches;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.onKey);
    isNarrow.addEventListener('change', this.onWidth);
    this.instruments.begin();
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey);
    isNarrow.removeEventListener('change', this.onWidth);
    this.instruments.end();
    this.chat?.close();
  }

  protected override updated(): void {
    const { place } = this;
    const where = place ? `${this.person} in ${placeName(place)} · ` : '';
    document.title = `${where}Botwright sandbox`;
  }

  protected override render(): TemplateResult {
    const isModal = this.isSideOpen && isNarrow.matches;
    const hasBox = this.place && isConversation(this.place);
    return html`
      <a class="skip-link" href="#${hasBox ? composeInputId : mainId}"
        >Skip to the ${hasBox ? 'message box' : 'content'}</a
      >
      <div class="page" data-side=${this.isSideOpen ? 'open' : 'closed'}>
        ${this.renderTopBar()}
        <div class="side" id="side">${this.renderSide()}</div>
        ${this.isSideOpen ? html`<div class="backdrop" @click=${this.closeSide}></div>` : nothing}
        <main class="main" id=${mainId} tabindex="-1" ?inert=${isModal}>${this.renderMain()}</main>
        ${this.renderInspector()}
      </div>
    `;
  }

  private renderTopBar(): TemplateResult {
    return topBar({
      people: Object.keys(this.session?.people ?? {}),
      person: this.person,
      connection: this.chat?.connection ?? { kind: 'connecting' },
      isSideOpen: this.isSideOpen,
      isInspectorOpen: this.isInspectorOpen,
      activeFaults: this.instruments.activeFaults,
      isRecording: this.instruments.state.record.kind === 'running',
      show: (name) => this.showInstrument(name),
      choosePerson: (name) => this.become(name),
      retry: () => this.chat?.connect(),
      toggleSide: () => this.toggleSide(),
      toggleInspector: () => this.toggleInspector(),
    });
  }

  private get place(): Place | undefined {
    return this.chat && findPlace(this.chat.state, this.chat.state.openChannelId);
  }

  private get speaker(): Speaker | undefined {
    const { place, person, chat } = this;
    const userId = chat?.state.me?.id;
    if (!place || person === undefined || userId === undefined) return undefined;
    return { userId, name: person, channelId: place.id, placeName: placeName(place) };
  }

  private renderSide(): TemplateResult | typeof nothing {
    const { chat } = this;
    if (!chat) return nothing;
    const { state } = chat;
    // A conversation belongs to no team; people are still found where they are.
    const team = teamOf(state, findChannel(state, state.openChannelId)) ?? [...state.teams.values()][0];
    const open = (channelId: string): void => this.open(channelId);
    return html`
      <sandbox-channels .state=${state} .open=${open}></sandbox-channels>
      <sandbox-members .chat=${chat} .team=${team} .ownId=${state.me?.id} .open=${open}></sandbox-members>
    `;
  }

  private renderMain(): TemplateResult {
    if (this.problem !== undefined) return this.renderProblem(this.problem);
    const { chat, place } = this;
    return chat && place ? placeView(chat, place) : this.renderNoPlace();
  }

  private renderNoPlace(): TemplateResult {
    const { chat } = this;
    if (chat?.problem !== undefined) return this.renderProblem(chat.problem);
    if (!chat?.state.me) return html`<p class="notice" role="status">Connecting to the sandbox…</p>`;
    return html`<div class="notice">
      <p class="empty-title">There is nothing ${this.person} can read</p>
      <p>They are in no team, or may see none of its channels. Choose somebody else under “You are”.</p>
    </div>`;
  }

  private renderProblem(problem: string): TemplateResult {
    return html`<div class="notice">
      <p role="alert">${problem}</p>
      <button type="button" class="button" @click=${() => void this.begin()}>Try again</button>
    </div>`;
  }

  private renderInspector(): TemplateResult | typeof nothing {
    if (!this.isInspectorOpen || !this.session || !this.chat) return nothing;
    return html`<sandbox-inspector
      .instruments=${this.instruments}
      .state=${this.instruments.state}
      .botId=${this.session.bot.id}
      .speaker=${this.speaker}
      .names=${this.chat.state.names}
      .ignored=${this.chat.ignored}
      .onClose=${() => this.toggleInspector()}
    ></sandbox-inspector>`;
  }

  private async begin(): Promise<void> {
    this.problem = undefined;
    try {
      const session = await this.refreshSession();
      const person = chosenPerson(session);
      if (person !== undefined) this.become(person);
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private async refreshSession(): Promise<Session> {
    const session = await openSession();
    this.session = session;
    return session;
  }

  private become(person: string): void {
    this.chat?.close();
    this.person = person;
    tabMemory.person = person;
    this.chat = new Chat({
      person,
      channelId: this.chat?.state.openChannelId ?? tabMemory.channelId,
      openSession: () => this.refreshSession(),
      onTrace: (message) => {
        this.instruments.trace(questionOf(message));
        this.showInstrument('trace');
      },
      onChange: () => this.requestUpdate(),
    });
    this.chat.connect();
  }

  private open(channelId: string): void {
    tabMemory.channelId = channelId;
    this.closeSide();
    void this.chat?.open(channelId);
  }

  private toggleSide(): void {
    this.isSideOpen = !this.isSideOpen;
    if (this.isSideOpen) void this.updateComplete.then(() => this.querySelector<HTMLElement>('.side button')?.focus());
  }

  private readonly closeSide = (): void => {
    if (!this.isSideOpen) return;
    this.isSideOpen = false;
    this.querySelector<HTMLElement>('.side-toggle')?.focus();
  };

  private toggleInspector(): void {
    const hadFocus = this.querySelector('sandbox-inspector')?.contains(document.activeElement);
    this.isInspectorOpen = !this.isInspectorOpen;
    if (hadFocus) this.querySelector<HTMLElement>('.top-bar [aria-pressed]')?.focus();
  }

  private showInstrument(name: InstrumentName): void {
    this.instruments.show(name);
    this.isInspectorOpen = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${name}`)?.focus());
  }

  private readonly onWidth = (): void => {
    this.isSideOpen = false;
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey && event.code === 'KeyI') this.toggleInspector();
    else if (event.key === 'Escape' && this.isSideOpen) this.closeSide();
    else return;
    event.preventDefault();
  };
}

customElements.define('sandbox-page', SandboxPage);
