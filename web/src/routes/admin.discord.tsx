import { createFileRoute } from '@tanstack/react-router'
import { DiscordPage } from '../features/admin/discord/discord-page.tsx'

export const Route = createFileRoute('/admin/discord')({
  staticData: { adminPage: 'discord' },
  component: DiscordPage,
})
