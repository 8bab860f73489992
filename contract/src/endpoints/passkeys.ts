import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { LoginWays } from '../auth.ts'
import { Invitation, InvitationBody, InvitationSecret, NewInvitation, OpenedInvitation } from '../invitations.ts'
import { OwnPasskeys, PasskeyChange, PasskeyFinish, PasskeyLogin, PasskeyOptions, PasskeyStart } from '../passkeys.ts'

// Calls of a login have the path of its cookie, /api/oauth2.
const login = callsOf('login')
const users = callsOf('users')
const server = callsOf('server')

export const passkeysEndpoints = {
  getLoginWays: server.GET('/login-ways', {
    keys: null,
    access: 'public',
    reply: LoginWays,
    summary: 'The providers to log in with on this server, and the host name of its passkeys',
  }),
  startPasskey: login.POST('/oauth2/passkeys/start', {
    access: 'public',
    body: PasskeyStart,
    reply: PasskeyOptions,
    refusals: ['provider_not_found', 'not_authenticated', 'invitation_not_found', 'invitation_closed'],
    summary: 'Begins a login with a passkey, or makes one: for the caller, or by an invitation',
  }),
  finishPasskey: login.POST('/oauth2/passkeys/finish', {
    access: 'public',
    body: PasskeyFinish,
    reply: PasskeyLogin,
    refusals: [
      'provider_not_found',
      'login_state_unknown',
      'passkey_unknown',
      'passkey_refused',
      'passkey_taken',
      'invitation_closed',
    ],
    summary: "Completes it with the authenticator's answer; logs the user in",
  }),
  openInvitation: login.POST('/oauth2/passkeys/invitation', {
    access: 'public',
    body: InvitationSecret,
    reply: OpenedInvitation,
    refusals: ['invitation_not_found'],
    summary: 'The state of an invitation, for the person who has its link',
  }),
  getPasskeys: users.GET('/users/self/passkeys', {
    keys: null,
    access: ['user'],
    reply: OwnPasskeys,
    summary: "The caller's passkeys, and when a new login link last replaced them",
  }),
  renamePasskey: users.PATCH('/users/self/passkeys/{passkey_id}', {
    access: ['user'],
    body: PasskeyChange,
    refusals: ['passkey_not_found'],
    summary: "Names one of the caller's passkeys",
  }),
  removePasskey: users.DELETE('/users/self/passkeys/{passkey_id}', {
    access: ['user'],
    refusals: ['passkey_not_found', 'last_provider'],
    summary: "Removes one of the caller's passkeys, unless it is the last way to log in",
  }),
  getInvitations: users.GET('/invitations', {
    keys: null,
    access: ['admin', 'manager'],
    reply: z.array(Invitation),
    summary: 'The newest 200 invitations, with their state',
  }),
  createInvitations: users.POST('/invitations', {
    access: ['admin', 'manager'],
    body: InvitationBody,
    reply: z.array(NewInvitation),
    refusals: ['provider_not_found', 'user_not_found'],
    summary: 'Makes links for new accounts, or a new login link for a user with no more roles than the caller',
  }),
  revokeInvitation: users.DELETE('/invitations/{invitation_id}', {
    access: ['admin', 'manager'],
    refusals: ['invitation_not_found', 'invitation_closed'],
    summary: 'Revokes an open invitation',
  }),
} as const
