import { createFileRoute, notFound } from '@tanstack/react-router'
import { LogPage } from '../features/admin/guild-logs/log-page.tsx'
import { type LogSearch, readLogSearch } from '../features/admin/guild-logs/log-search.ts'
import { readId } from '../lib/text/search.ts'

export const Route = createFileRoute('/admin/guild/logs/$guildId')({
  params: {
    parse: ({ guildId }) => {
      const id = readId(guildId)
      if (id === undefined) throw notFound()
      return { guildId: id }
    },
    stringify: ({ guildId }) => ({ guildId: String(guildId) }),
  },
  validateSearch: readLogSearch,
  staticData: { adminPage: 'guild_logs' },
  component: GuildLog,
})

function GuildLog() {
  const { guildId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: LogSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  return <LogPage guild_id={guildId} search={search} onSearch={change} />
}
