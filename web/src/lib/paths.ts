/** Every address of the application that exists as a link. The router checks them against the route tree. */
export const paths = {
  home: '/',
  scores: '/scores',
  ladder: '/scores/ladder',
  progress: '/scores/progress',
  forYou: '/scores/for-you',
  tab: '/scores/$tab',
  streams: '/streams',
  stream: '/streams/$account',
  rules: '/rules',
  admin: '/admin',
  settings: '/settings',
  played: '/played',
  submissions: '/submissions',
  tracking: '/tracking',
  profile: '/profile/$userId',
  character: '/profile/$userId/$eventId/$characterId',
  callback: '/auth/$provider/callback',
} as const

/** Where people of the community meet. */
export const outside = {
  discord: 'https://discord.com/',
  source: 'https://github.com/',
  twitch: 'https://www.twitch.tv/',
  youtube: 'https://www.youtube.com/',
  x: 'https://x.com/',
} as const
