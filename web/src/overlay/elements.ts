import type { OverlayState, OverlayTeam } from '@muster/contract/broadcast'
import { abbreviate } from '../lib/teams/abbreviate.ts'
import { charges, shieldPath } from '../lib/teams/charges.ts'
import { assignTeamLooks, type TeamLook } from '../lib/teams/team-looks.ts'
import type { Settings } from './settings.ts'

/** A part of the page. Everything is text, never markup: names come from people. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

/** Sets a text, and leaves the element alone if it has this text. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/**
 * Makes these the children of a list. Elements already in place are not inserted again, because that would lay them out again.
 */
export function placeChildren(list: Element, wanted: readonly Element[]): void {
  const kept = new Set(wanted)
  for (const child of Array.from(list.children)) if (!kept.has(child)) child.remove()
  for (const [place, child] of wanted.entries()) {
    const there = list.children[place]
    if (there !== child) list.insertBefore(child, there ?? null)
  }
}

const namespace = 'http://www.w3.org/2000/svg'
function makePath(d: string, className: string): SVGPathElement {
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', d)
  if (className !== '') path.setAttribute('class', className)
  return path
}

/** The shield of a team, in the colour of the element around it. */
export function makeCrest({ charge, outlined }: TeamLook): SVGSVGElement {
  const crest = document.createElementNS(namespace, 'svg')
  crest.setAttribute('viewBox', '0 0 24 28')
  crest.setAttribute('aria-hidden', 'true')
  crest.setAttribute('class', outlined ? 'ov-crest outlined' : 'ov-crest')
  crest.append(makePath(shieldPath, 'shield'), makePath(charges[charge], 'charge'))
  return crest
}

/** A team with the marks by which it is recognised. */
export interface ShownTeam extends OverlayTeam {
  readonly look: TeamLook
  /** Its pattern on wide fills, one of ten. */
  readonly pattern: number
}

const patterns = 10

let known = { key: '', looks: assignTeamLooks([]) }

/** Kept until a team changes: telling many teams apart takes milliseconds, and overlays ask every second. */
function findLooks(teams: OverlayState['teams']): ReturnType<typeof assignTeamLooks> {
  const key = JSON.stringify(teams.map(({ id, name, color }) => [id, name, color]).toSorted(([a], [b]) => Number(a) - Number(b)))
  if (key !== known.key) known = { key, looks: assignTeamLooks(teams) }
  return known.looks
}

/** All teams, with crests as on every page of the event. */
function listTeams({ teams }: OverlayState): ShownTeam[] {
  const looks = findLooks(teams)
  const order = [...looks.keys()]
  return teams.flatMap((team) => {
    const look = looks.get(team.id)
    return look ? [{ ...team, look, pattern: order.indexOf(team.id) % patterns }] : []
  })
}

/** The teams that the producer and the address show, best first. */
export function listShownTeams(state: OverlayState, { team_ids }: Settings): ShownTeam[] {
  const shown = listTeams(state).filter(({ points }) => points !== null)
  return team_ids.length === 0 ? shown : shown.filter(({ id }) => team_ids.includes(id))
}

/** Gives an element and everything in it the colour of a team. */
export function paint(element: HTMLElement | SVGElement, { look }: Pick<ShownTeam, 'look'>): void {
  element.style.setProperty('--team', look.colours.dark)
}

/** A fill with the colour and pattern of a team, which is used without a crest. */
export function makeFill(team: ShownTeam | undefined): HTMLElement {
  const fill = make('i', team ? `ov-pat p${team.pattern}` : '')
  if (team) paint(fill, team)
  return fill
}

export const shortNameOf = ({ abbreviation, name }: Pick<OverlayTeam, 'abbreviation' | 'name'>): string =>
  abbreviation || abbreviate(name)
