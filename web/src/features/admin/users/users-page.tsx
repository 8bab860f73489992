import './users.css'
import '../../../messages/admin-users.ts'
import { roles } from '@muster/contract/users'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { t } from '../../../lib/text/messages.ts'
import { Block } from '../../../ui/layout/block.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { PermissionLog } from './permission-log.tsx'
import { describeRole, nameRole } from './role-words.ts'
import { UserList, type UserSearch } from './user-list.tsx'

/** All users, their roles, and the log of role changes. */
export function UsersPage({ search, onSearch }: { search: UserSearch; onSearch: (next: UserSearch) => void }) {
  return (
    <AdminPage title={t('users.title')} lead={t('users.lead')}>
      <UserList search={search} onSearch={onSearch} />
      <div className="users-below">
        <DataBlock
          title={t('users.log')}
          note={t('users.logNote')}
          loading={<SkeletonRows rows={6} height={40} label={t('loading')} />}
        >
          <PermissionLog />
        </DataBlock>
        <Block title={t('users.what')} note={t('users.whatNote')} loading={null} failure={() => null}>
          <dl className="users-what">
            {roles.map((role) => (
              <div key={role}>
                <dt>{nameRole(role)}</dt>
                <dd>{describeRole(role)}</dd>
              </div>
            ))}
          </dl>
        </Block>
      </div>
    </AdminPage>
  )
}
