const hosts = { poe1: 'www.poewiki.net', poe2: 'www.poe2wiki.net' }

/** The page of the community's wiki about something of the game. */
export const addressWiki = (game_version: keyof typeof hosts, page: string): string =>
  `https://${hosts[game_version]}/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`
