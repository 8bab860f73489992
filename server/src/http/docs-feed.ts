interface Example {
  readonly path: string
  readonly text: string
  readonly is_stream?: true
}

const listExamples = (event: string): readonly Example[] => [
  {
    path: `${event}/scores/latest`,
    text: 'All scores. The header <code>x-score-sequence</code> is their number; send <code>etag</code> back as <code>If-None-Match</code> to get 304 while nothing has changed.',
  },
  {
    path: `${event}/scores/changes?limit=3`,
    text: 'The newest changes. With <code>after</code>, the changes after a number, oldest first, for programs that ask again and again: ask on with the last <code>sequence</code>. Load all scores again at 410, or if <code>x-score-sequence</code> is below your number.',
  },
  {
    path: `${event}/scores/stream`,
    text: 'The changes as server-sent events, from now on or after <code>since</code>. The <code>id</code> is the number to continue from; an <code>EventSource</code> does so without help. <code>reload</code>: load all scores again. <code>gone</code>: the event is no longer public.',
    is_stream: true,
  },
  {
    path: `${event}/tables/standings.csv`,
    text: 'Tables for spreadsheets: <code>standings</code>, <code>scores</code>, <code>history</code>, <code>objectives</code>, <code>teams</code>, <code>players</code>, <code>ladder</code>, <code>streams</code>.',
  },
]

const renderExample = ({ path, text, is_stream }: Example) => `<p>${text}</p>
<button type="button" data-path="${path.replaceAll('&', '&amp;')}"${is_stream ? ' data-stream' : ''}>${is_stream ? 'Open' : 'Try'} ${path.replaceAll('&', '&amp;')}</button>
<pre role="status" hidden></pre>`

const aboutSandbox = `<p>The buttons ask about the sandbox: an event with invented teams, whose scores change at any time and start over at each full and half hour (UTC).
For the real event write <code>current</code> instead of <code>sandbox</code>.</p>
`

/** How programs follow an event, with buttons that show real answers of this server. */
export const renderFeed = (has_sandbox: boolean): string => `<section id="feed"><h2>Follow an event</h2>
<p>Everything that a visitor sees can be read without a login, from any site. Calls under <code>/api/v1</code> keep their addresses and
fields. An address may make 3,000 reads a minute and keep 1,000 connections open; a refused call is 429 with <code>Retry-After</code>.</p>
${has_sandbox ? aboutSandbox : ''}${listExamples(`/api/v1/events/${has_sandbox ? 'sandbox' : 'current'}`)
  .map(renderExample)
  .join('\n')}
</section>`

/** Shows answers as text, never as HTML. */
export const feedScript = `const most = 4000
for (const button of document.querySelectorAll('button[data-path]')) {
  const output = button.nextElementSibling
  const { path, stream } = button.dataset
  let source = null
  const add = (line) => (output.textContent = (output.textContent + line + '\\n').slice(-most))
  function toggle() {
    if (source) {
      source.close()
      source = null
      return add('closed')
    }
    source = new EventSource(path)
    output.textContent = ''
    source.addEventListener('open', () => add('open: changes appear here; press again to close'))
    source.addEventListener('error', () => add(source.readyState === EventSource.CLOSED ? 'refused' : 'connection lost'))
    for (const type of ['message', 'reload', 'gone'])
      source.addEventListener(type, ({ lastEventId, data }) => add(type + ' ' + lastEventId + ': ' + data))
  }
  async function ask() {
    output.textContent = ''
    try {
      const answer = await fetch(path)
      add(String(answer.status))
      for (const name of ['etag', 'x-score-sequence']) if (answer.headers.has(name)) add(name + ': ' + answer.headers.get(name))
      const text = await answer.text()
      add('\\n' + text.slice(0, 2000) + (text.length > 2000 ? ' … ' + text.length + ' characters' : ''))
    } catch {
      add('no answer; try again')
    }
  }
  button.addEventListener('click', () => {
    output.hidden = false
    if (stream === undefined) void ask()
    else toggle()
  })
}
`
