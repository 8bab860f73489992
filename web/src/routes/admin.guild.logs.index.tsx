import { createFileRoute } from '@tanstack/react-router'
import { GuildsPage } from '../features/admin/guild-logs/guilds-page.tsx'

export const Route = createFileRoute('/admin/guild/logs/')({
  staticData: { adminPage: 'guild_logs' },
  component: GuildsPage,
})
