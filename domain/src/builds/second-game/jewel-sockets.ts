/** Nodes of the jewel sockets in the second game's tree by the game's number (`jewels[].x`), as of tree 0_5. */
const nodes = [
  26725, 36634, 33989, 41263, 60735, 61834, 31683, 28475, 6230, 48768, 34483, 7960, 46882, 55190, 61419, 2491, 54127, 32763,
  26196, 33631, 21984, 59740, 63132, 36044, 17788, 62152, 26178, 23960, 39087, 3367, 11184,
]

export const findJewelSocket = (x: number): number | undefined => nodes[x]
