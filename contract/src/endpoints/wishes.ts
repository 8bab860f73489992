import { callsOf } from './calls-of.ts'
import { TeamWishes, WantedItemStates, WishChange, WishesAdded, WishMove, WishReading, WishText } from '../wishes.ts'

const { GET, PUT, POST, PATCH, DELETE } = callsOf('teams')

export const wishesEndpoints = {
  getTeamWishes: GET('/events/{event_id}/teams/{team_id}/wishes', {
    keys: 'team',
    access: ['team_member', 'admin'],
    reply: TeamWishes,
    refusals: ['team_not_found'],
    summary: 'The items that the members of a team want, in the order of its leads: for the team and admins',
  }),
  findWantedItems: GET('/events/{event_id}/teams/{team_id}/wishes/items', {
    keys: 'team',
    access: ['team_member', 'admin'],
    reply: WantedItemStates,
    refusals: ['team_not_found'],
    summary:
      "The guild tabs and members' public tabs that hold the wanted items of a team, and the open objectives they count for",
  }),
  readWishes: POST('/events/{event_id}/wishes/read', {
    access: ['team_member'],
    body: WishText,
    reply: WishReading,
    summary: 'The items named by a text: a name, an item copied in the game, or a Path of Building code; stores nothing',
  }),
  addWishes: POST('/events/{event_id}/wishes', {
    access: ['team_member'],
    body: WishesAdded,
    reply: TeamWishes,
    refusals: ['wishes_full'],
    needs_raw_data: true,
    summary: "Adds wishes of the caller at the end of the team's order; existing ones stay as they are",
  }),
  changeWish: PATCH('/events/{event_id}/wishes/{wish_id}', {
    access: ['team_member'],
    body: WishChange,
    reply: TeamWishes,
    refusals: ['wish_not_found', 'not_allowed'],
    needs_raw_data: true,
    summary: 'Ticks or unticks a wish of the caller, or says whether their build needs it',
  }),
  removeWish: DELETE('/events/{event_id}/wishes/{wish_id}', {
    access: ['team_member'],
    refusals: ['wish_not_found', 'not_allowed'],
    summary: 'Removes a wish of the caller',
  }),
  moveWish: PUT('/events/{event_id}/wishes/{wish_id}/position', {
    access: ['team_lead'],
    body: WishMove,
    reply: TeamWishes,
    refusals: ['wish_not_found', 'not_allowed'],
    needs_raw_data: true,
    summary: "Moves a wish within the order of the caller's team",
  }),
} as const
