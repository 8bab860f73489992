import type { InvitationBody, NewInvitation } from '@muster/contract/invitations'
import type { PasskeyLogin, PasskeyOptions } from '@muster/contract/passkeys'
import type { z } from 'zod'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { type TestServer, testOrigin } from './server.ts'

type Headers = Record<string, string>

/** Calls of logins with passkeys, as a browser on the pages of this server makes them. */
export function passkeyCalls(server: TestServer) {
  const browser = { origin: testOrigin }
  const start = (body: object, headers: Headers = {}) => server.send('POST', '/oauth2/passkeys/start', headers, body)
  const finish = (body: object, headers: Headers = {}) => server.send('POST', '/oauth2/passkeys/finish', headers, body)

  async function startOptions(body: object, headers: Headers = {}) {
    const answer = await start(body, headers)
    if (answer.statusCode !== 200) throw new Error(`no options: ${answer.body}`)
    return answer.json<PasskeyOptions>().options
  }

  async function invite(headers: Headers, body: Partial<z.input<typeof InvitationBody>> = {}): Promise<NewInvitation[]> {
    const answer = await server.send('POST', '/invitations', headers, { valid_hours: 24, ...body })
    if (answer.statusCode !== 200) throw new Error(`no invitation: ${answer.body}`)
    return answer.json<NewInvitation[]>()
  }

  /** Uses an invitation with this authenticator. */
  async function accept(secret: string, display_name: string | null, authenticator: Authenticator = createAuthenticator()) {
    const options = await startOptions({ purpose: 'invitation', secret, display_name })
    return finish({ answer: authenticator.create(options, browser), name: 'Phone' })
  }

  async function logIn(authenticator: Authenticator) {
    const options = await startOptions({ purpose: 'login' })
    return finish({ answer: authenticator.get(options, browser) })
  }

  const bearer = ({ auth_token }: PasskeyLogin): Headers => ({ authorization: `Bearer ${auth_token}` })
  return { start, finish, startOptions, invite, accept, logIn, bearer, browser }
}
