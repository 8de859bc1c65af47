import { expect } from 'vitest';
import { drives } from '../support/drive.js';

export const applicationDrives = drives({
  async getApplicationSubmissions(stage) {
    const id = await stage.receiveApplication();
    const listed = await stage.api.applications.list(stage.teamId);
    expect(listed).toMatchObject([{ id, status: 'pending', submittedBy: { username: 'applicant' } }]);
    return undefined;
  },

  async getApplicationById(stage) {
    const id = await stage.receiveApplication();
    const [listed] = await stage.api.applications.list(stage.teamId);
    expect(await stage.api.applications.get(stage.teamId, id)).toEqual(listed);
    return undefined;
  },

  async updateApplicationStatus(stage) {
    const { api, teamId, botId } = stage;
    const id = await stage.receiveApplication();
    await api.applications.decide(teamId, id, 'accepted');
    expect(await api.applications.get(teamId, id)).toMatchObject({ status: 'approved' });
    return { APPLICATION_UPDATED: { application: { id, status: 'approved' }, changedBy: botId, teamId } };
  },

  async updateTeamApplicationStatus(stage) {
    await stage.api.applications.setOpen(stage.teamId, false);
    expect(await stage.world()).toMatchObject({ teams: [{ applicationForm: { isOpen: false } }] });
    await stage.api.applications.setOpen(stage.teamId, true);
    expect(await stage.world()).toMatchObject({ teams: [{ applicationForm: { isOpen: true } }] });
    return undefined;
  },

  async updateTeamApplicationQuestions(stage) {
    const form = { description: 'Tell us who you are.', questions: [{ question: 'Which tools?', type: 'text' }] };
    await stage.api.applications.setForm(stage.teamId, form);
    expect(await stage.world()).toMatchObject({ teams: [{ applicationForm: form }] });
    return undefined;
  },
});
