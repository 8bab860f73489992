import { createFileRoute } from '@tanstack/react-router'
import { GuildHome } from '../features/admin/guild/guild-home.tsx'

export const Route = createFileRoute('/admin/guild/')({
  staticData: { adminPage: 'guild' },
  component: GuildHome,
})
