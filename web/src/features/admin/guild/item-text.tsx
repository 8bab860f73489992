import '../../../messages/admin-guild.ts'
import { t } from '../../../lib/text/messages.ts'
import { type ItemLine, readItemText } from './read-item.ts'

/** The full text of an item, in the order of the game's tooltip; missing parts leave no gap. */
export function ItemText({ item }: { item: Readonly<Record<string, unknown>> }) {
  const text = readItemText(item)
  const { sockets, socketed, item_level, influences, flags, flavour, description, note } = text
  const influence = influences.map((name) => t('guild.influence', { name: name.charAt(0).toUpperCase() + name.slice(1) }))
  return (
    <div className="stash-text">
      {influence.length > 0 && <p className="stash-influence">{influence.join(', ')}</p>}
      {(text.properties.length > 0 || item_level > 0 || sockets.length > 0) && (
        <div className="stash-properties">
          {text.properties.map((line, at) => (
            <Line key={`${at} ${line.name}`} {...line} />
          ))}
          {sockets.length > 0 && (
            <Line
              name={t('guild.sockets')}
              value={sockets.map((group) => t('guild.linked', { count: group.length, colours: group })).join(', ')}
            />
          )}
          {socketed.length > 0 && <Line name={t('guild.socketed')} value={socketed.join(', ')} />}
          {item_level > 0 && <Line name={t('guild.itemLevel')} value={String(item_level)} />}
        </div>
      )}
      {text.requirements.length > 0 && (
        <p className="stash-properties">
          {t('guild.requires')} {text.requirements.map(({ name, value }) => [name, value].filter(Boolean).join(' ')).join(', ')}
        </p>
      )}
      {text.mods.map(({ group, texts }) => (
        <ul key={group} className={`stash-mods stash-mods-${group}`}>
          {texts.map((mod, at) => (
            // The same line can occur twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${mod}`}>
              <bdi>{mod}</bdi>
              {group !== 'explicit' && <small> ({t(`guild.mod.${group}`)})</small>}
            </li>
          ))}
        </ul>
      ))}
      {(flags.length > 0 || text.is_unidentified) && (
        <p className="stash-flags">
          {[
            ...flags.map((flag) => t(`guild.flag.${flag}`)),
            ...(text.is_unidentified ? [t('guild.flag.unidentified')] : []),
          ].join(', ')}
        </p>
      )}
      {description.length > 0 && <p className="quieter stash-lines">{description.join('\n')}</p>}
      {flavour.length > 0 && <p className="stash-flavour game stash-lines">{flavour.join('\n')}</p>}
      {note !== '' && <p>{t('guild.note', { note })}</p>}
    </div>
  )
}

const Line = ({ name, value }: ItemLine) => (
  <p>
    <bdi>{name}</bdi>
    {value !== '' && (
      <>
        : <bdi className="stash-value">{value}</bdi>
      </>
    )}
  </p>
)
