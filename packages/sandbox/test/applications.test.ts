import type { Application } from '@botwright/protocol';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../src/index.js';
import { Caller, callersOf, control, openSandbox } from './support/callers.js';
import { connect } from './support/stream.js';

function inTeam({ description }: Sandbox, applicationId = '') {
  return { params: { teamId: description.team.id, applicationId } };
}

async function apply(sandbox: Sandbox, body: object = { username: 'eve' }): Promise<Application> {
  const reply = await control(sandbox, 'POST', '/applications', body);
  expect(reply.status).toBe(200);
  return reply.body as unknown as Application;
}

describe('handing in an application', () => {
  test('stores it as pending and tells those who decide, and nobody else', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heardByBot = await connect(sandbox, 'bot');
    await using heardByCy = await connect(sandbox, 'cy');
    const application = await apply(sandbox);
    expect(application).toMatchObject({ status: 'pending', submittedBy: { username: 'eve' }, answers: [] });
    const { body } = await bot.call('getApplicationSubmissions', inTeam(sandbox));
    expect(body['applications']).toEqual([application]);
    const event = { application, teamId: sandbox.description.team.id };
    expect(await heardByBot.next('APPLICATION_CREATED')).toEqual(event);
    await heardByCy.settled();
    expect(heardByCy.kinds()).not.toContain('APPLICATION_CREATED');
  });

  test('makes nobody a member', async () => {
    await using sandbox = await openSandbox();
    const { id } = (await apply(sandbox)).submittedBy;
    const params = { teamId: sandbox.description.team.id, userId: id };
    expect(await callersOf(sandbox).ada.call('getMember', { params })).toMatchObject({ status: 404 });
  });

  test('is done by the account that the world knows under the name', async () => {
    await using sandbox = await openSandbox();
    const first = await apply(sandbox);
    const second = await apply(sandbox);
    expect(second.submittedBy.id).toBe(first.submittedBy.id);
    expect(second.id).not.toBe(first.id);
  });

  test('keeps each answer with the question as it stood', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const ask = (questions: object[]) =>
      bot.call('updateTeamApplicationQuestions', { ...inTeam(sandbox), body: { description: 'Hello', questions } });
    await ask([{ question: 'Tea or coffee?', type: 'choice', optional: true, options: ['tea', 'coffee'] }]);
    const answers = [
      { question: 'Tea or coffee?', answer: ['tea'] },
      { question: 'Why?', answer: 'It is warm.' },
    ];
    const { id } = await apply(sandbox, { username: 'eve', answers });
    await ask([]);
    const { body } = await bot.call('getApplicationById', inTeam(sandbox, id));
    expect(body['application']).toMatchObject({
      answers: [
        { question: 'Tea or coffee?', answer: ['tea'], optional: true, options: ['tea', 'coffee'] },
        { question: 'Why?', answer: 'It is warm.', optional: false, options: [] },
      ],
    });
  });

  test.each([
    ['without a name', {}, 400, 'BAD_INPUT'],
    ['by a member', { username: 'cy' }, 400, 'BAD_INPUT'],
    ['to a team that is not there', { username: 'eve', teamId: 'f00d' }, 404, 'UNKNOWN_TEAM'],
  ])('%s is refused', async (_how, body, status, code) => {
    await using sandbox = await openSandbox();
    expect(await control(sandbox, 'POST', '/applications', body)).toMatchObject({ status, body: { code } });
  });
});

describe('a decision', () => {
  test.each([
    ['accepted', 'approved'],
    ['approved', 'approved'],
    ['rejected', 'rejected'],
  ])('that is sent as %s is kept as %s', async (sent, kept) => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    await using heard = await connect(sandbox, 'ada');
    const { id } = await apply(sandbox);
    expect(await bot.call('updateApplicationStatus', { ...inTeam(sandbox, id), body: { status: sent } })).toMatchObject(
      { status: 200 },
    );
    const { body } = await bot.call('getApplicationById', inTeam(sandbox, id));
    expect(body['application']).toMatchObject({ id, status: kept });
    expect(await heard.next('APPLICATION_UPDATED')).toEqual({
      application: body['application'],
      changedBy: sandbox.description.bot.id,
      teamId: sandbox.description.team.id,
    });
  });

  test('of another word is refused and changes nothing', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    const { id } = await apply(sandbox);
    const reply = await bot.call('updateApplicationStatus', { ...inTeam(sandbox, id), body: { status: 'maybe' } });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^status /) } });
    const { body } = await bot.call('getApplicationById', inTeam(sandbox, id));
    expect(body['application']).toMatchObject({ status: 'pending' });
  });
});

describe("the team's switch", () => {
  test.each([{ enable: false }, { enabled: 'false' }, { status: false }])('is turned off by %o', async (body) => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    expect(await bot.call('updateTeamApplicationStatus', { ...inTeam(sandbox), body })).toMatchObject({ status: 200 });
    const reply = await control(sandbox, 'POST', '/applications', { username: 'eve' });
    expect(reply).toMatchObject({ status: 403, body: { code: 'APPLICATIONS_CLOSED' } });
  });

  test('lets people apply again once it is on', async () => {
    await using sandbox = await openSandbox();
    const { bot } = callersOf(sandbox);
    for (const enable of [false, true]) {
      await bot.call('updateTeamApplicationStatus', { ...inTeam(sandbox), body: { enable } });
    }
    expect(await apply(sandbox)).toMatchObject({ status: 'pending' });
  });
});

test('the questions of a team are answered back as they are stored', async () => {
  await using sandbox = await openSandbox();
  const { bot } = callersOf(sandbox);
  const body = { description: 'Who are you?', questions: [{ question: 'Tea?', type: 'text' }] };
  const reply = await bot.call('updateTeamApplicationQuestions', { ...inTeam(sandbox), body });
  const form = {
    isOpen: true,
    description: 'Who are you?',
    questions: [{ id: expect.any(String), question: 'Tea?', type: 'text', optional: false, options: [] }],
  };
  expect(reply.body['application']).toEqual(form);
  const world = await control(sandbox, 'GET', '/world');
  expect(world.body).toMatchObject({ teams: [{ applicationForm: form }] });
});

test('who was invited after an application keeps the account that applied', async () => {
  await using sandbox = await openSandbox();
  const { submittedBy } = await apply(sandbox);
  const { body } = await control(sandbox, 'POST', '/people', { username: 'eve' });
  expect(body['id']).toBe(submittedBy.id);
  const eve = new Caller(sandbox.description.url, `User ${body['token']}`);
  expect((await eve.call('listTeams')).body['teams']).toHaveLength(1);
});
