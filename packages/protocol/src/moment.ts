/** Days that every year has, by the length of their month. */
const day = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])';
/** ISO 8601 in UTC with milliseconds, as the service writes it: a small part of the work of parsing it. */
const canonical = new RegExp(`^\\d{4}-(?:${day})T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$`);

/**
 * A moment as code knows it: one that is written as the service writes them is kept as it is, any other spelling brought to
 * that. Undefined for what is no moment.
 */
export function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (canonical.test(value)) return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
