/** Drawings for kinds of items: plain shapes of our own. A cell is 40 by 40; a drawing states its size in cells. */
export interface ItemDrawing {
  /** The part of the game's picture address that identifies the kind. */
  art: RegExp
  w: number
  h: number
  shape: string
}

/** Drawn over the tint: shade and light. */
const shade = 'fill="#0006" stroke="none"'
const light = 'fill="#fff6" stroke="none"'

const drawing = (art: RegExp, shape: string, [w, h]: readonly [number, number] = [1, 1]): ItemDrawing => ({ art, w, h, shape })

/** The first match counts. */
export const itemDrawings: readonly ItemDrawing[] = [
  drawing(
    /\/Rings\//,
    `<circle cx="20" cy="23" r="10" fill="none" stroke-width="4"/><path d="M14 8h12l3 5-9 6-9-6z"/><path ${light} d="M20 8h6l3 5h-9z"/>`,
  ),
  drawing(
    /\/Amulets\//,
    `<path d="M9 4q11 16 22 0" fill="none" stroke-width="3"/><path d="M20 14l8 10-8 11-8-11z"/><path ${light} d="M20 14l8 10h-8z"/>`,
  ),
  drawing(
    /\/Belts\//,
    `<rect x="2" y="13" width="76" height="14" rx="4"/><rect ${shade} x="29" y="10" width="22" height="20" rx="3"/><rect x="33" y="14" width="14" height="12" rx="1"/>`,
    [2, 1],
  ),
  drawing(
    /\/Helmets\//,
    `<path d="M8 30V18a12 12 0 0 1 24 0v12h-7v-8H15v8z"/><path ${light} d="M20 6v10H8.5A12 12 0 0 1 20 6z"/>`,
  ),
  drawing(
    /\/BodyArmours\//,
    `<path d="M24 10l10 10h12l10-10 14 20-10 10v68H20V40L10 30z"/><path ${shade} d="M40 20v88h20V40l10-10L56 10 46 20z"/>`,
    [2, 3],
  ),
  drawing(/\/Gloves\//, `<path d="M12 34V16l4-10h4v9l8 3v8l-6 8z"/><rect ${shade} x="12" y="29" width="10" height="5"/>`),
  drawing(/\/Boots\//, `<path d="M12 5h9v18l12 5v6H12z"/><rect ${shade} x="12" y="31" width="21" height="3"/>`),
  drawing(
    /\/Shields\//,
    `<path d="M40 12l28 10v40q0 30-28 46Q12 92 12 62V22z"/><path ${shade} d="M40 12l28 10v40q0 30-28 46z"/><circle ${light} cx="40" cy="56" r="9"/>`,
    [2, 3],
  ),
  drawing(
    /\/Quivers\//,
    `<path d="M24 30h32l-6 78H30z"/><path d="M28 30V10m12 20V6m12 24V10" fill="none" stroke-width="4"/><rect ${shade} x="26" y="50" width="28" height="8"/>`,
    [2, 3],
  ),
  drawing(
    /\/Bows\//,
    `<path d="M28 6q40 74 0 148" fill="none" stroke-width="8"/><path d="M28 6v148" fill="none" stroke-width="2"/>`,
    [2, 4],
  ),
  drawing(
    /\/Staves\//,
    `<path d="M36 30h8v124h-8z"/><path d="M40 4l16 16-16 22-16-22z"/><path ${light} d="M40 4l16 16H40z"/>`,
    [2, 4],
  ),
  drawing(/\/Wands\//, `<path d="M17 30h6v84h-6z"/><path d="M20 6l9 13-9 13-9-13z"/><path ${light} d="M20 6l9 13h-9z"/>`, [1, 3]),
  drawing(
    /\/Scepters\//,
    `<path d="M36 44h8v68h-8z"/><circle cx="40" cy="28" r="20"/><circle ${light} cx="34" cy="22" r="7"/>`,
    [2, 3],
  ),
  drawing(
    /\/Claws\//,
    `<path d="M6 30h28v5H6z"/><path d="M8 29q0-16 7-24-1 12 0 24zM17 29q0-18 6-26 0 14 1 26zM26 29q1-14 7-20-2 10 0 20z"/>`,
  ),
  drawing(
    /\/Weapons\//,
    `<path d="M20 4l6 10v66H14V14z"/><path ${light} d="M20 4l6 10v66h-6z"/><path d="M6 80h28v6H6zm11 6h6v26h-6z"/>`,
    [1, 3],
  ),
  drawing(
    /\/Divination\//,
    `<rect x="8" y="3" width="24" height="34" rx="3"/><rect ${shade} x="11" y="7" width="18" height="14"/><path ${light} d="M12 25h16v2H12zm3 5h10v2H15z"/>`,
  ),
  drawing(
    /\/Gems\//,
    `<path d="M12 8h16l7 9-15 17L5 17z"/><path ${light} d="M12 8h16l-8 9z"/><path ${shade} d="M20 17h15L20 34z"/>`,
  ),
  drawing(/\/Jewels\//, `<path d="M20 5l12 15-12 15L8 20z"/><path ${light} d="M20 5l12 15H20z"/>`),
  drawing(
    /\/Flasks\//,
    `<path d="M15 8h10v18l8 20q4 26-13 26T7 46l8-20z"/><path ${shade} d="M9 46h22q4 26-11 26T9 46z"/><rect x="13" y="3" width="14" height="7" rx="2"/>`,
    [1, 2],
  ),
  drawing(
    /\/Scarabs\//,
    `<ellipse cx="20" cy="22" rx="10" ry="13"/><circle cx="20" cy="8" r="5"/><path ${shade} d="M19 12h2v23h-2z"/>`,
  ),
  drawing(/\/Heist\//, `<path d="M8 4h19l6 6v26H8z"/><path ${shade} d="M12 14h16v2H12zm0 6h16v2H12zm0 6h10v2H12z"/>`),
  drawing(/\/Expedition\//, `<path d="M6 8q7-4 14 0 7-4 14 0v25q-7-4-14 0-7-4-14 0z"/><path ${shade} d="M19 8h2v25h-2z"/>`),
  drawing(/\/Essence\//, `<path d="M20 3q12 15 9 24a9.5 9.5 0 0 1-18 0q-3-9 9-24z"/><circle ${light} cx="17" cy="26" r="4"/>`),
  drawing(
    /\/Oils\//,
    `<path d="M20 3q13 18 11 24a11 10 0 0 1-22 0q-2-6 11-24z"/><path ${light} d="M14 25a6 6 0 0 0 5 7v-3a4 4 0 0 1-3-4z"/>`,
  ),
  drawing(/\/Catalysts\//, `<path d="M13 5h14v4l6 24H7l6-24z"/><path ${shade} d="M10 21h20l3 12H7z"/>`),
  drawing(
    /\/Delve\/[^/]*Resonator/,
    `<circle cx="20" cy="20" r="14" fill="none" stroke-width="6"/><circle cx="20" cy="20" r="5"/>`,
  ),
  drawing(/\/Delve\//, `<path d="M8 12l8-7 14 3 4 12-6 13-14 2-8-9z"/><path ${shade} d="M14 16q8-6 12 2t-8 9q-4-2-1-6z"/>`),
  drawing(/\/Delirium\//, `<circle cx="20" cy="20" r="14"/><path ${light} d="M20 6a14 14 0 0 1 0 28q8-7 0-14t0-14z"/>`),
  drawing(/\/Incubation\//, `<ellipse cx="20" cy="21" rx="11" ry="14"/><path ${shade} d="M9 21l5-4 4 5 5-5 4 4 4-3v3z"/>`),
  drawing(
    /\/Metamorphosis\/|\/Necropolis\//,
    `<path d="M20 35Q3 22 8 12t12-2q7-8 12 2t-12 23z"/><path ${light} d="M12 13q4-4 7 0l-3 6z"/>`,
  ),
  drawing(
    /\/Maps\//,
    `<path d="M5 10l10-4 10 4 10-4v24l-10 4-10-4-10 4z"/><path ${shade} d="M15 6l10 4v24l-10-4z"/><circle ${light} cx="20" cy="20" r="3"/>`,
  ),
  drawing(
    /./,
    `<circle cx="20" cy="20" r="14"/><circle cx="20" cy="20" r="9" fill="none" stroke="#0006" stroke-width="3"/><circle ${light} cx="15" cy="14" r="4"/>`,
  ),
]
