/** A member of a team. */
export interface Seat {
  readonly user_id: number
  /** Null: no connected account. */
  readonly discord_id: string | null
  readonly team_id: number
  readonly is_lead: boolean
}

/** The organisers' choice. A team without a role gets none. */
export interface RoleChoice {
  readonly server_id: string
  readonly lead_role_id: string | null
  readonly team_roles: ReadonlyMap<number, string>
}

export interface PersonRole {
  readonly user_id: number
  readonly server_id: string
  readonly discord_id: string
  readonly role_id: string
}

/**
 * The known state of a person's role. `open`: could not be given. `giving`: requested, or without an answer. `given`: by
 * Muster. `had`: the person had it before Muster gave anything.
 */
export const grantStates = ['open', 'giving', 'given', 'had'] as const
export type GrantState = (typeof grantStates)[number]

export interface HeldRole extends PersonRole {
  readonly state: GrantState
}

export interface RoleChange extends PersonRole {
  readonly is: 'give' | 'take'
  /** The stored state; null: none. */
  readonly state: GrantState | null
}

export const keyOf = ({ server_id, discord_id, role_id }: Omit<PersonRole, 'user_id'>): string =>
  `${server_id} ${discord_id} ${role_id}`

/** The roles that people of an event should have, each once. */
export function listWantedRoles(seats: readonly Seat[], { server_id, lead_role_id, team_roles }: RoleChoice): PersonRole[] {
  const wanted = new Map<string, PersonRole>()
  for (const { user_id, discord_id, team_id, is_lead } of seats) {
    if (discord_id === null) continue
    for (const role_id of [team_roles.get(team_id), is_lead ? lead_role_id : null]) {
      if (role_id === undefined || role_id === null) continue
      const role = { user_id, server_id, discord_id, role_id }
      wanted.set(keyOf(role), role)
    }
  }
  return [...wanted.values()]
}

/**
 * Lists the changes from the stored roles to the wanted ones. Removals come first, so that nobody can read the channels of two
 * teams; then additions. Each part is sorted by person. Roles that Muster has not stored are left alone.
 */
export function planRoles(wanted: readonly PersonRole[], held: readonly HeldRole[]): RoleChange[] {
  const [wantedKeys, known] = [new Set(wanted.map(keyOf)), new Map(held.map((role) => [keyOf(role), role.state]))]
  const takes = held.filter((role) => !wantedKeys.has(keyOf(role))).map((role): RoleChange => ({ ...role, is: 'take' }))
  const gives = wanted.flatMap((role): RoleChange[] => {
    const state = known.get(keyOf(role)) ?? null
    return state === 'given' || state === 'had' ? [] : [{ ...role, is: 'give', state }]
  })
  const inOrder = (a: PersonRole, b: PersonRole) => (keyOf(a) < keyOf(b) ? -1 : 1)
  return [...takes.sort(inOrder), ...gives.sort(inOrder)]
}

/**
 * Permissions over a server or other people in it, as bits of Discord's documentation ("Permissions"): KICK_MEMBERS 1, BAN_MEMBERS 2,
 * ADMINISTRATOR 3, MANAGE_CHANNELS 4, MANAGE_GUILD 5, VIEW_AUDIT_LOG 7, MANAGE_MESSAGES 13, MENTION_EVERYONE 17, MUTE_MEMBERS 22,
 * DEAFEN_MEMBERS 23, MOVE_MEMBERS 24, MANAGE_NICKNAMES 27, MANAGE_ROLES 28, MANAGE_WEBHOOKS 29, MANAGE_GUILD_EXPRESSIONS 30,
 * MANAGE_EVENTS 33, MANAGE_THREADS 34, MODERATE_MEMBERS 40.
 */
const powers = [1, 2, 3, 4, 5, 7, 13, 17, 22, 23, 24, 27, 28, 29, 30, 33, 34, 40].reduce(
  (all, bit) => all | (1n << BigInt(bit)),
  0n,
)

/**
 * Whether a role may be given by membership of a team: otherwise a person who edits teams could give themselves power over the
 * server.
 * @param server_id the role with the id of its server is that of everyone
 */
export const isFitRole = (
  server_id: string,
  role: { readonly id: string; readonly permissions: string; readonly managed: boolean },
) => role.id !== server_id && !role.managed && (BigInt(role.permissions) & powers) === 0n
