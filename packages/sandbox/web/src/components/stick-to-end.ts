import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Nearer to the end than this counts as being there. */
const nearPx = 48;

/**
 * Keeps a growing list at its end, unless the reader has scrolled up, and keeps what they read in its place when rows
 * are put before it.
 */
export class StickToEnd implements ReactiveController {
  isAtEnd = true;

  private watched: HTMLElement | undefined;
  private firstKeyBefore: unknown;
  private heightBefore = 0;
  private lastTop = 0;
  private readonly resized = new ResizeObserver(() => this.settle());

  /**
   * @param list - the element that scrolls, once it is there; its one child holds the rows.
   * @param firstKey - names the first row: when it changes, rows were put before it.
   */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly list: () => HTMLElement | null,
    private readonly firstKey: () => unknown = () => undefined,
  ) {
    host.addController(this);
  }

  hostUpdate(): void {
    this.heightBefore = this.list()?.scrollHeight ?? 0;
  }

  hostUpdated(): void {
    const list = this.list();
    if (!list) return;
    this.watch(list);
    const key = this.firstKey();
    if (this.isAtEnd) this.settle();
    else if (key !== this.firstKeyBefore) list.scrollTop += list.scrollHeight - this.heightBefore;
    this.firstKeyBefore = key;
  }

  hostDisconnected(): void {
    this.resized.disconnect();
    this.watched = undefined;
  }

  toEnd(): void {
    this.isAtEnd = true;
    this.settle();
    this.host.requestUpdate();
  }

  private settle(): void {
    const list = this.list();
    if (list && this.isAtEnd) list.scrollTop = list.scrollHeight;
  }

  private watch(list: HTMLElement): void {
    if (this.watched === list) return;
    this.watched = list;
    this.lastTop = 0;
    this.resized.disconnect();
    for (const element of [list, ...list.children]) this.resized.observe(element);
    list.addEventListener('scroll', () => this.scrolled(list), { passive: true });
  }

  /** Only a move upwards leaves the end: when the list itself becomes lower, nobody has scrolled. */
  private scrolled(list: HTMLElement): void {
    const movedUp = list.scrollTop < this.lastTop;
    this.lastTop = list.scrollTop;
    const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx;
    const isAtEnd = isNear || (this.isAtEnd && !movedUp);
    if (isAtEnd === this.isAtEnd) return;
    this.isAtEnd = isAtEnd;
    this.host.requestUpdate();
  }
}
