/** The console: time, people and faults on one plain page; forms only. */
import { faultProviders, requestEffects } from '../faults/faults.ts'
import { html, renderPage } from '../providers/page.ts'
import { scriptNames, scripts } from '../scripts/scripts.ts'
import type { Simulation } from '../simulation.ts'
import { describeAccounts, describeState } from './state.ts'

const HOUR = 60 * 60_000

const renderTime = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

const renderClock = ({ clock, world, requests }: Simulation) => {
  const { virtual_ms, speed, paused, mode } = clock.mapping()
  const totals = requests.totals()
  return html`<h1>Simulated game world</h1>
<p data-testid="clock"><strong>${renderTime(virtual_ms)} UTC</strong>, ${((virtual_ms - world.options.start_ms) / HOUR).toFixed(1)} hours after the start,
${paused ? 'paused' : mode === 'live' ? `running at ×${speed}` : 'stepped'}</p>
<p class="quiet">${world.accounts.filter((account) => account.online).length} of ${world.accounts.length} players online,
${totals.requests} requests of the product, ${Object.values(totals.complaints).reduce((sum, count) => sum + count, 0)} complaints about them.
<a href="/__sim/">Read again</a></p>
<form class="row" method="post" action="/__sim/clock"><input type="hidden" name="pause" value="${paused ? 'false' : 'true'}"><button data-testid="pause">${paused ? 'Go on' : 'Pause'}</button></form>
<form class="row" method="post" action="/__sim/clock"><label>Speed <input name="speed" inputmode="decimal" value="${speed}" size="6"></label><button>Set</button></form>
${[10, 60, 360].map((minutes) => html`<form class="row" method="post" action="/__sim/clock"><input type="hidden" name="step" value="${minutes * 60_000}"><button>+${minutes} min</button></form>`)}`
}

const renderPeople = (simulation: Simulation) => {
  const { world } = simulation
  return html`<h2>Players</h2>
<div class="scroll"><table data-testid="players">
<thead><tr><th>Account</th><th>Team</th><th></th><th>Character</th><th>Level</th><th>Depth</th><th>In tabs</th><th>Discord</th><th>Twitch</th><th>Consents</th><th>Make happen</th></tr></thead>
<tbody>${describeAccounts(simulation).map(
    ({ name, team, online, character, tabs, discord, twitch, consents }) => html`<tr>
<td>${name}</td><td>${world.teams[team]?.name}</td><td>${online ? 'online' : ''}</td>
<td>${character ? `${character.name}, ${character.class}` : 'not yet'}</td><td>${character?.level}</td><td>${character?.depth || ''}</td>
<td>${tabs.reduce((sum, tab) => sum + tab.items, 0)}</td><td>${discord?.username}</td><td>${twitch?.login}</td><td>${consents.length > 0 && consents.length}</td>
<td><form method="post" action="/__sim/world/events"><input type="hidden" name="kind" value="level"><input type="hidden" name="account" value="${name}"><input name="level" inputmode="numeric" value="${(character?.level ?? 0) + 1}" aria-label="Level for ${name}"><button>Level</button></form>
<form method="post" action="/__sim/world/events"><input type="hidden" name="kind" value="deposit"><input type="hidden" name="account" value="${name}"><input type="hidden" name="item.family" value="unique"><input name="item.name" value="Tabula Rasa" aria-label="Unique for ${name}"><button>Unique</button></form>
${twitch && html`<form method="post" action="/__sim/world/events"><input type="hidden" name="kind" value="broadcast"><input type="hidden" name="account" value="${name}"><button name="live" value="true">Go live</button><button name="live" value="false">End</button></form>`}</td>
</tr>`,
  )}</tbody></table></div>`
}

const renderGuilds = (simulation: Simulation) => html`<h2>Guilds</h2>
<div class="scroll"><table data-testid="guilds"><thead><tr><th>Guild</th><th>Number</th><th>Tag</th><th>Tabs</th><th>Lines in its log</th><th>History as a member saves it</th></tr></thead>
<tbody>${describeState(simulation).guilds.map(
  ({ id, name, tag, team, tabs, lines }) =>
    html`<tr><td>${name}</td><td>${id}</td><td>${tag}</td><td>${tabs}</td><td>${lines}</td><td><a href="/__sim/guilds/${team}/history" download>Download JSON</a></td></tr>`,
)}</tbody></table></div>`

const renderSiteChoice = html`<label>At <select name="match.provider"><option value="web">the game</option><option value="discord">Discord</option><option value="twitch">Twitch</option></select></label>`

const renderFaults = ({ faults }: Simulation) => html`<h2>Faults</h2>
<form class="row" method="post" action="/__sim/faults">
<label>At <select name="match.provider"><option value="">everywhere</option>${faultProviders.map((provider) => html`<option>${provider}</option>`)}</select></label>
<label>Effect <select name="effect">${requestEffects.map((effect) => html`<option>${effect}</option>`)}</select></label>
<label>Route <input name="match.route" placeholder="/character"></label>
<label>Account <input name="match.account"></label>
<label>Share <input name="match.share" inputmode="decimal" placeholder="1" size="4"></label>
<label>Times <input name="when.count" inputmode="numeric" placeholder="always" size="6"></label>
<button data-testid="add-fault">Add</button></form>
<form class="row" method="post" action="/__sim/faults"><input type="hidden" name="effect" value="auth.expire_now">${renderSiteChoice}<button>Expire all access tokens</button></form>
<form class="row" method="post" action="/__sim/faults"><input type="hidden" name="effect" value="auth.revoke_user">${renderSiteChoice}<label>Of <input name="match.account" placeholder="everybody"></label><button>Withdraw consent</button></form>
<div class="scroll"><table data-testid="faults"><thead><tr><th>Id</th><th>Effect</th><th>Aimed at</th><th>Seen</th><th>Struck</th></tr></thead>
<tbody>${faults.list().map((fault) => html`<tr><td>${fault.id}</td><td>${fault.effect}</td><td>${JSON.stringify(fault.match)}</td><td>${fault.seen}</td><td>${fault.struck}</td></tr>`)}</tbody></table></div>
<form class="row" method="post" action="/__sim/faults/clear"><input type="hidden" name="all" value="true"><button>Remove all</button></form>`

const renderScripts = (simulation: Simulation) => html`<h2>Scripts</h2>
<div class="scroll"><table data-testid="scripts"><thead><tr><th>Script</th><th>What happens</th><th>Played</th><th></th></tr></thead>
<tbody>${scriptNames.map((name) => {
  const runs = simulation.scripts.list().filter((script) => script.name === name)
  return html`<tr><td>${name}</td><td>${scripts[name].summary}</td><td>${runs.map((run) => `${run.done} of ${run.steps} steps`).join(', ')}</td><td><form method="post" action="/__sim/scenario"><input type="hidden" name="name" value="${name}"><button>Start</button></form></td></tr>`
})}</tbody></table></div>`

const renderComplaints = ({ requests }: Simulation) => html`<h2>Complaints</h2>
<ul data-testid="complaints">${requests.complaints().map((complaint) => html`<li>${complaint}</li>`)}</ul>`

const renderRequests = ({ requests }: Simulation) => html`<h2>Last requests of the product</h2>
<div class="scroll"><table data-testid="requests"><thead><tr><th>Time</th><th>Request</th><th>Status</th><th>Account</th><th>Complaints</th><th>Faults</th></tr></thead>
<tbody>${requests
  .list(30)
  .toReversed()
  .map(
    (request) =>
      html`<tr><td>${renderTime(request.t)}</td><td>${request.method} ${request.path}</td><td>${request.status}</td><td>${request.account}</td><td>${request.complaints.join(', ')}</td><td>${request.faults.join(', ')}</td></tr>`,
  )}</tbody></table></div>`

export const renderConsole = (simulation: Simulation): string =>
  renderPage(
    'Simulated game world',
    '/__sim/style.css',
    html`<main class="wide">
${renderClock(simulation)}
${renderPeople(simulation)}
${renderGuilds(simulation)}
${renderFaults(simulation)}
${renderScripts(simulation)}
${renderComplaints(simulation)}
${renderRequests(simulation)}
</main>`,
  )
