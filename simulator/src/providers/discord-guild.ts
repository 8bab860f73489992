/** A server ("guild") of the simulated Discord with a bot: roles, members, commands, and signed interactions. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'

export interface GuildRole {
  id: string
  name: string
  /** A number as text. */
  permissions: string
  managed: boolean
  /** The bot can only give roles below its own. */
  is_above_bot: boolean
}

export interface RoleEvent {
  user_id: string
  role_id: string
  is: 'give' | 'take'
}

/** The conversation of a person with the bot. */
export interface Conversation {
  id: string
  user_id: string
  messages: { id: string; content: string; nonce: string | null; at_ms: number }[]
}

export interface Guild {
  id: string
  application_id: string
  bot_token: string
  /** 64 hexadecimal digits, as the page of the application shows it. */
  public_key: string
  roles: GuildRole[]
  /** Roles by member. */
  members: Map<string, Set<string>>
  /** Whether the bot has the permission "Manage Roles". */
  manages_roles: boolean
  /** Every change of a role, in order. */
  changes: RoleEvent[]
  conversations: Conversation[]
  /** People who blocked the bot. */
  blocking: Set<string>
  commands: { id: string; name: string; description: string; guild_id: string | null }[]
  /** A request as Discord sends it: the bytes of its body, and its headers. @param now_ms the wall clock */
  signInteraction: (interaction: object, now_ms: number) => { body: string; headers: Record<string, string> }
}

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const ROLE_NAMES = ['Lanterns', 'Falcons', 'Badgers', 'Leads', 'Helpers'] as const
/** Permission flags of Discord: ADMINISTRATOR is 1 << 3, SEND_MESSAGES 1 << 11. */
const ADMINISTRATOR = '8'
const SEND_MESSAGES = '2048'

/** Ids, the token and the key follow from the seed, so that settings stay valid after a restart. */
export const createGuild = (seed: number, users: readonly { readonly id: string }[]): Guild => {
  const derive = (what: string) => createHash('sha256').update(`${seed} ${what}`).digest()
  const private_key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, derive('interactions')]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(private_key).export({ format: 'jwk' })
  const id = '1300000000000000000'
  const roleId = (index: number) => String(1_300_000_000_000_000_001n + BigInt(index))
  const plain = ROLE_NAMES.map((name, index) => ({ id: roleId(index), name, permissions: SEND_MESSAGES }))
  const roles: GuildRole[] = [
    { id, name: '@everyone', permissions: SEND_MESSAGES },
    ...plain,
    { id: roleId(20), name: 'Moderators', permissions: ADMINISTRATOR },
  ].map((role) => ({ ...role, managed: false, is_above_bot: role.permissions === ADMINISTRATOR }))
  roles.push({ id: roleId(21), name: 'Muster', permissions: SEND_MESSAGES, managed: true, is_above_bot: true })
  return {
    id,
    application_id: '1400000000000000000',
    bot_token: `${Buffer.from('1400000000000000000').toString('base64url')}.${derive('bot').toString('base64url')}`,
    public_key: Buffer.from(x, 'base64url').toString('hex'),
    roles,
    members: new Map(users.map((user) => [user.id, new Set<string>()])),
    manages_roles: true,
    changes: [],
    conversations: [],
    blocking: new Set(),
    commands: [],
    signInteraction(interaction, now_ms) {
      const body = JSON.stringify(interaction)
      const timestamp = String(Math.floor(now_ms / 1000))
      const signature = sign(null, Buffer.from(timestamp + body), private_key).toString('hex')
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-signature-ed25519': signature,
          'x-signature-timestamp': timestamp,
        },
      }
    },
  }
}
