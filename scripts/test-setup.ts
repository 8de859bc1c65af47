import 'reflect-metadata';
import { container } from 'tsyringe';
import { afterEach } from 'vitest';

// Unit tests share a worker's modules, and with them tsyringe's root container.
afterEach(() => {
  container.clearInstances();
});
