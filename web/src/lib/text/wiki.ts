const hosts = { poe1: 'www.poewiki.net', poe2: 'www.poe2wiki.net' }

/** The address of a page of the game's community wiki. */
export const addressWiki = (game_version: keyof typeof hosts, page: string): string =>
  `https://${hosts[game_version]}/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`
