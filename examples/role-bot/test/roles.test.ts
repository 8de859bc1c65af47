import { testBot } from '@botwright/testing';
import { expect, test } from 'vitest';
import { Offer } from '../src/commands/offer.js';
import { HandOut } from '../src/listeners/hand-out.js';
import { Offers } from '../src/offers.js';

const options = { commands: [Offer], listeners: [HandOut], services: [Offers] };

test('a reaction gives a role, and taking it back takes the role', async () => {
  await using it = await testBot(options);
  const { ada, cy } = it.people;
  await cy.listens();
  await ada.asks('!offer 🎨 moderator');
  await ada.says('yes');
  const { channelId, id } = await cy.hears(/^React with 🎨/);
  const { team } = it.sandbox.description;
  const rolesOfCy = async () => (await cy.does<{ member: { roles: string[] } }>('GET', memberPath)).member.roles;
  const memberPath = `/teams/${team.id}/members/${cy.id}`;
  const press = (method: string) =>
    cy.does(method, `/channels/${channelId}/messages/${id}/reactions/${encodeURIComponent('🎨')}`);
  await press('POST');
  await expect.poll(rolesOfCy).toHaveLength(1);
  await press('DELETE');
  await expect.poll(rolesOfCy).toHaveLength(0);
});

test('only those who may manage roles offer one', async () => {
  await using it = await testBot(options);
  expect((await it.people.cy.asks('!offer 🎨 moderator')).content).toContain('permission');
});
