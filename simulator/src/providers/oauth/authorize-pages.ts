import type { OAuthClient } from '../../options.ts'
import { html, renderPage } from '../page.ts'
import type { Authority, PageLinks, Person } from './authority.ts'

/** The request's own parameters, carried through the forms. */
const renderHidden = (parameters: Readonly<Record<string, string>>) =>
  Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

export const renderRefusal = (links: PageLinks, reason: string): string =>
  renderPage(
    'Cannot continue',
    links.stylesheet,
    html`<main data-testid="oauth-error"><h1>This request cannot be continued</h1><p>${reason}</p></main>`,
  )

export const renderAccountPicker = (
  { title, people, links }: Authority,
  search: string,
  parameters: Readonly<Record<string, string>>,
): string => {
  const wanted = search.toLowerCase()
  const shown = people.filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted))
  return renderPage(
    'Sign in',
    links.stylesheet,
    html`<main data-testid="account-picker">
<h1>Sign in to ${title}</h1>
<p class="quiet">Choose whom to be. Nobody here is real, so there is no password.</p>
<form class="search" method="get" action="${links.authorize}" role="search">
${renderHidden(parameters)}
<label class="quiet" for="search">Search</label>
<input id="search" type="search" name="search" value="${search}" data-testid="account-search">
<button>Find</button>
</form>
<ul class="accounts">
${shown.map(
  (person) => html`<li><form method="post" action="${links.sign_in}">${renderHidden(parameters)}
<input type="hidden" name="account" value="${person.id}">
<button data-testid="sign-in-${person.name}"><bdi>${person.name}</bdi><span class="quiet">${person.note}</span></button></form></li>`,
)}
</ul>
${shown.length === 0 && html`<p data-testid="no-account">No account has this name.</p>`}
</main>`,
  )
}

export const renderConsent = (
  { links, scope_words }: Authority,
  client: OAuthClient,
  person: Person,
  scopes: readonly string[],
  parameters: Readonly<Record<string, string>>,
): string =>
  renderPage(
    `Allow ${client.name}?`,
    links.stylesheet,
    html`<main data-testid="consent">
<h1>Allow <span data-testid="client-name">${client.name}</span> to read your account?</h1>
<p class="quiet">Made by ${client.owner.username}. You are signed in as <strong data-testid="signed-in-as">${person.name}</strong>.</p>
${client.kind === 'public' && html`<p class="warning" data-testid="public-client-warning">This application runs on a user's own machine: its authenticity cannot be proven.</p>`}
${
  scopes.length === 0
    ? html`<p data-testid="scopes">It learns who you are, and nothing else.</p>`
    : html`<ul class="scopes" data-testid="scopes">${scopes.map((scope) => html`<li>${scope_words[scope] ?? scope}<code>${scope}</code></li>`)}</ul>`
}
<form method="post" action="${links.authorize}">
${renderHidden(parameters)}
<div class="actions">
<button class="primary" name="decision" value="allow" data-testid="allow">Allow</button>
<button name="decision" value="deny" data-testid="deny">Deny</button>
</div>
</form>
<form method="post" action="${links.sign_in}">${renderHidden(parameters)}<p class="quiet"><button name="account" value="" data-testid="switch-account">Somebody else</button></p></form>
</main>`,
  )

export interface ConsentRow {
  client: OAuthClient
  scopes: readonly string[]
}

export const renderApplications = (
  stylesheet: string,
  action: string,
  account: Person,
  consents: readonly ConsentRow[],
): string =>
  renderPage(
    'Applications',
    stylesheet,
    html`<main data-testid="applications">
<h1>Applications of ${account.name}</h1>
${consents.length === 0 ? html`<p data-testid="no-applications">No application may read this account.</p>` : null}
${consents.map(
  ({ client, scopes }) => html`<h2>${client.name}</h2><p class="quiet">${scopes.join(' ')}</p>
<form method="post" action="${action}"><input type="hidden" name="client_id" value="${client.id}"><button data-testid="revoke-${client.id}">Revoke</button></form>`,
)}
</main>`,
  )
