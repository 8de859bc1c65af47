import { endpoints } from '../../src/endpoints/endpoint.js';

endpoints({
  getLoggedInUser({ caller, query, body }) {
    const nothing: undefined = query ?? body;
    // @ts-expect-error ClientUser has members that User lacks
    const user: { verified: boolean } = caller;
    return { user: { ...caller, verified: user.verified, disabled: false, privateFlags: nothing ?? '0' } };
  },
});

endpoints({
  // @ts-expect-error the answer of this operation has a user
  getUserById({ params }) {
    const { userId }: { userId: string } = params;
    return { member: userId };
  },
});

endpoints({
  // @ts-expect-error no operation has this name
  danceChannelMessage() {
    return {};
  },
});

endpoints({
  webhookForGithub(call) {
    // @ts-expect-error a webhook's call has a token in its path and no caller
    const caller: unknown = call.caller;
    return { caller };
  },
  uploadAttachment({ parts }) {
    const bytes: Buffer = parts.image.bytes;
    const type: string = parts.type;
    return { url: `${type}${bytes.length}` };
  },
});
