import type { FaultRule, GatewayFault, GatewayFaultRule, RestFault, RestFaultRule } from '../../src/index.js';

/** A rule for calls. */
export function restRule(fault: RestFault, more: Partial<RestFaultRule> = {}): FaultRule {
  // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
  return { on: 'rest', ...more, then: fault };
}

/** A rule for frames and connections. */
export function gatewayRule(fault: GatewayFault, more: Partial<GatewayFaultRule> = {}): FaultRule {
  // biome-ignore lint/suspicious/noThenProperty: rules are written so on the wire.
  return { on: 'gateway', ...more, then: fault };
}
