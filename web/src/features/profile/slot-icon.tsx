/** What is worn where, drawn for Muster on 32 by 32 units; the game's own art is not shipped. */
const shapes: Readonly<Record<string, string>> = {
  weapon: 'M7 26 20 13M20 13l-2-4 4-4 5 5-4 4zM22 8l2 2M10 20l3 3',
  shield: 'M16 5l9 3v8c0 6-4 9-9 11-5-2-9-5-9-11V8zM16 5v22M7 15h18',
  helmet: 'M7 20v-4a9 9 0 0 1 18 0v4l-3 5h-3v-7h-6v7h-3zM16 7v11M10 18h12',
  body: 'M11 5l-6 4 2 6 2-1v13h14V14l2 1 2-6-6-4a5 5 0 0 1-10 0zM16 12v15',
  gloves: 'M9 27v-8l-3-5 2-2 3 3V7h2.500v6V5.500H16V13V6h2.500v7V8H21v9l-1.500 4v6zM9 23h10.500',
  boots: 'M11 5v14l-4 4v4h16v-3l-5-4V5zM11 10h7M7 24h16',
  belt: 'M4 12h24v8H4zM13 10h7v12h-7zM16.500 16h6',
  amulet: 'M7 5c0 8 4 12 9 13 5-1 9-5 9-13M16 18l4.500 4.500L16 27l-4.500-4.500z',
  ring: 'M16 12a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM16 15a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12.500 9.500 16 5l3.500 4.500-3.500 3z',
  flask: 'M13 5h6M14 5v6a8 8 0 1 0 4 0V5M9.500 17.500h13M13 21h.1M18 23h.1',
  jewel: 'M16 5l8 7-8 15-8-15zM8 12h16M16 5l-3.500 7L16 27l3.500-15z',
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/Abyssal|Jewel|Socket|Charm/, 'jewel'],
  [/^Weapon 2/, 'shield'],
  [/^Weapon/, 'weapon'],
  [/^Helmet/, 'helmet'],
  [/^Body/, 'body'],
  [/^Gloves/, 'gloves'],
  [/^Boots/, 'boots'],
  [/^Belt/, 'belt'],
  [/^Amulet/, 'amulet'],
  [/^Ring/, 'ring'],
  [/^Flask/, 'flask'],
]

/** A slot of the program by its name; an unknown one gets the mark of a jewel. */
export function SlotIcon({ slot }: { slot: string }) {
  const kind = kinds.find(([pattern]) => pattern.test(slot))?.[1] ?? 'jewel'
  return (
    <svg className="slot-icon" viewBox="0 0 32 32" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  )
}
