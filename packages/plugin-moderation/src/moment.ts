/** A moment as people read it, to the minute: `2026-01-31 18:30 UTC`. */
export function moment(epochMs: number): string {
  const [day = '', time = ''] = new Date(epochMs).toISOString().split('T');
  return `${day} ${time.slice(0, 5)} UTC`;
}
