import type { Event } from '@muster/contract/events'
import { scoringMethods } from '@muster/contract/scoring-presets'
import type { SignupQuestion } from '@muster/contract/signup-questions'
import type { TeamSort } from '@muster/contract/team-sort'
import { fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { eventInput } from './api/calls/queries.ts'
import { callWrite } from './api/calls/writes.ts'
import { type DraftForm } from './api/drafts/draft-forms.ts'
import { AnnouncementForm } from './features/admin/announcements/announcement-form.tsx'
import { CorrectionSheet } from './features/admin/corrections/correction-sheet.tsx'
import { SettleDialog } from './features/admin/corrections/settle-dialog.tsx'
import { DefinitionPage } from './features/admin/definition/definition-page.tsx'
import { EventForm } from './features/admin/events/event-form.tsx'
import { DuplicateEvent } from './features/admin/events/template-form.tsx'
import { ItemNamesForm } from './features/admin/definition/item-names.tsx'
import { GuildDialog } from './features/admin/guild-logs/guild-form.tsx'
import { InvitationsForm } from './features/admin/invitations/invitations-form.tsx'
import { JobDialog } from './features/admin/jobs/job-dialog.tsx'
import { StreamPosition } from './features/admin/jobs/stream-position.tsx'
import { RolesForm } from './features/admin/discord/roles-form.tsx'
import { RouteForm } from './features/admin/notices/route-form.tsx'
import { BulkDialog } from './features/admin/objectives/bulk-dialog.tsx'
import { DatesDialog } from './features/admin/objectives/dates-dialog.tsx'
import { linkDefinition } from './features/admin/objectives/definition.ts'
import { ManyDialog } from './features/admin/objectives/many-dialog.tsx'
import { PresetForm } from './features/admin/presets/preset-form.tsx'
import { CopyMessage } from './features/admin/signups/copy-message.tsx'
import { QuestionsForm } from './features/admin/signups/questions-form.tsx'
import { DeskDecision } from './features/admin/submissions/desk-decision.tsx'
import { PlacesDialog } from './features/admin/submissions/places-dialog.tsx'
import { SubmitDialog } from './features/admin/team-sort/submit-dialog.tsx'
import { aDraft, aPerson } from './features/admin/team-sort/test-people.ts'
import { useSort } from './features/admin/team-sort/use-sort.ts'
import { TextForm } from './features/admin/team-suggestions/text-form.tsx'
import { WindowDialog } from './features/admin/team-suggestions/window-dialog.tsx'
import { TeamForm } from './features/admin/teams/team-form.tsx'
import { DeletePerson } from './features/admin/users/delete-person.tsx'
import { RolesDialog } from './features/admin/users/roles-dialog.tsx'
import { useCheck } from './features/admin/what-if/check-edits.tsx'
import { PlayedTime } from './features/played/played-form.tsx'
import { RulesEditor } from './features/rules/rules-editor.tsx'
import { SignupForm } from './features/signup/signup-form.tsx'
import { NoteDialog } from './features/status/note-dialog.tsx'
import { ObjectionDialog } from './features/submissions/objection-dialog.tsx'
import { ItemReportForm } from './features/submissions/report/item-report-form.tsx'
import { ReviewDialog } from './features/submissions/review-dialog.tsx'
import { SubmissionDialog } from './features/submissions/submission-dialog.tsx'
import { useReview } from './features/submissions/use-review.ts'
import { WishForm } from './features/wishes/wish-form.tsx'
import { accountForms } from './test-account-forms.tsx'
import { discordRoles, noticeRoute, user } from './test-answers.ts'
import { anEvent, anObjective, aTree } from './test-event.tsx'

// Every form that keeps a draft, for `forms.test.tsx`. Three forms have their tests beside their pages.
type OwnTests = 'invitation' | 'objective' | 'objective_board' | 'team_sort'

export interface FormCase {
  readonly show: () => ReactNode
  /** Label of the field typed into. */
  readonly field: string | RegExp
  /** Another field for the input after sending. */
  readonly laterField?: RegExp
  /** Typed before and after sending; `true` ticks a box. */
  readonly texts?: readonly [string, string]
  /** Other fields that sending needs, by label. */
  readonly others?: Readonly<Record<string, string>>
  /** Further steps before sending. */
  readonly prepare?: () => void
  /** Opens the form, if the page starts without it. */
  readonly open?: () => void
  /** The button that sends; null if the page itself uses the input. */
  readonly send: string | RegExp | null
  readonly reply?: object
}

export const nothing = () => undefined
export const event = { ...anEvent, version: 3, is_locked: false, time_zone: 'UTC' } as Event
export const made = <T,>(plain: object): T => plain as T
const submission = made<Parameters<typeof DeskDecision>[0]['submission']>({
  id: 70,
  objective_id: 50,
  team_id: 2,
  user_id: 20,
  approval_status: 'PENDING',
  suspicions: [],
  recheck: null,
  review_comment: null,
  version: 1,
  proof: '',
})
const named = { field: 'NAME', operator: 'EQ', value: 'Tulfall', any_of: null }
export const tree = aTree(
  anObjective({ id: 50, name: 'Kill it', objective_type: 'SUBMISSION' }),
  anObjective({ id: 51, name: 'Tulfall', conditions: [named] }),
)
const copied = 'Item Class: Wands\nRarity: Unique\nTulfall\nTornado Wand'
const { root } = linkDefinition({ ...tree, version: 1 } as never)
const people = [aPerson(1), aPerson(2)]
export const sort = made<TeamSort>({
  fingerprint: 'a',
  people,
  stored: { version: 1, draft: aDraft(people, { moves: [{ user_id: 2, team_id: 1 }] }) },
  last: null,
})
export const signup = made<Parameters<typeof SignupForm>[0]['signup'] & object>({
  expected_playtime: 4,
  actual_playtime: 0,
  extra: null,
  answers: [],
})
const question: SignupQuestion = { id: 1, text: 'Why?', kind: 'text', choices: [], is_required: false, shown_to: 'leads' }
const click = (role: string, name: string | RegExp) => () => fireEvent.click(screen.getByRole(role, { name }))

function AskedReason() {
  const { ask, dialog } = useCheck(4)
  useEffect(() => void ask({ title: 'Save?', edits: [] }), [ask])
  return dialog
}
function Review() {
  const review = useReview()
  const texts = { nameOf: () => 'Kill it', onLeft: nothing, onClose: nothing }
  return <ReviewDialog submissions={[submission]} first="APPROVED" review={review} {...texts} />
}
const Submit = () => <SubmitDialog sort={useSort()} onClose={nothing} />
const later = { event_id: 4, onClose: nothing }

export const cases: Record<Exclude<DraftForm, OwnTests>, FormCase> = {
  ...accountForms,
  announcement: {
    show: () => <AnnouncementForm event={event} kept={null} onDone={nothing} />,
    field: 'Title',
    others: { Text: 'Soon' },
    send: 'Post now',
    reply: { id: 1, version: 1 },
  },
  bulk_objectives: {
    show: () => <BulkDialog {...later} parent={root} game_version="poe1" presets={[]} isRunning={false} onCreated={nothing} />,
    field: 'Names, or a table',
    send: /^Create \d+ objective/,
    reply: { objective_ids: { a: 9 } },
  },
  change_reason: { show: () => <AskedReason />, field: 'Reason', send: null },
  chat_message: { show: () => <CopyMessage entries={[]} onClose={nothing} />, field: 'Text before the names', send: null },
  correction: {
    show: () => <CorrectionSheet {...later} givesPoints={false} fact={null} objective_id={50} team_id={2} />,
    field: 'Reason',
    others: { Value: '1' },
    send: 'Add this entry',
    reply: { kind: 'addition' },
  },
  correction_decision: {
    show: () => (
      <SettleDialog {...later} correction={made({ id: 3, kind: 'tab', approval: null })} settlement="withdraw" words="loot" />
    ),
    field: 'Reason',
    send: 'Withdraw',
    reply: {},
  },
  definition_file: { show: () => <DefinitionPage />, field: 'Definition', send: null },
  event: {
    show: () => <EventForm event={null} onClose={nothing} />,
    field: 'Name of the league',
    send: 'Create event',
    reply: { ...event, id: 9, version: 1 },
  },
  event_copy: {
    show: () => <DuplicateEvent event={event} onClose={nothing} />,
    field: 'Name of the league',
    others: { 'New start': '2026-12-04T19:00' },
    send: 'Duplicate event',
    reply: { ...event, id: 9 },
  },
  event_rules: {
    show: () => (
      <RulesEditor
        rules={{ version: 3, latest_version: 3, text: '# Old', written_at: '2026-11-21T10:00:00Z' }}
        onClose={nothing}
      />
    ),
    field: 'Text',
    send: /^Publish/,
    reply: { version: 4, latest_version: 4, text: 'First text' },
  },
  guild: {
    show: () => <GuildDialog guild={null} onClose={nothing} />,
    field: 'Name',
    others: { Number: '1234', Tag: 'LAN' },
    send: 'Register',
    reply: { id: 1234, name: 'First text', tag: 'LAN' },
  },
  invitations: {
    show: () => <InvitationsForm onMade={nothing} />,
    field: 'Note for this list',
    send: 'Make 1 link',
    reply: [],
  },
  item_names: {
    show: () => <ItemNamesForm game_version="poe1" />,
    field: 'Names, one in each line',
    send: 'Add the names',
    reply: [],
  },
  item_report: {
    show: () => <ItemReportForm event={event} user_id={7} />,
    field: 'Item text',
    texts: [copied, `${copied}\n--------\nItem Level: 80`],
    send: 'Send 1 report',
    reply: [{ id: 72, counts_as: null }],
  },
  job: {
    show: () => <JobDialog event={event} job_type="FetchStashChanges" job={undefined} isNew onClose={nothing} />,
    field: 'Shortest pause between two rounds, in seconds',
    texts: ['30', '45'],
    send: 'Start',
    reply: { end_date: event.event_end_time, sleep_after_each_run_seconds: 30, version: 1 },
  },
  judge_decision: {
    show: () => <DeskDecision submission={submission} objective="Kill it" onActs={nothing} onDecided={nothing} />,
    field: 'Reason, shown to the team',
    send: /^Reject/,
    reply: { ...submission, approval_status: 'REJECTED' },
  },
  objective_changes: {
    show: () => (
      <ManyDialog
        {...later}
        definition={{ ...linkDefinition(tree), presets: [] }}
        ids={new Set([30])}
        unsaved={new Set()}
        isRunning={false}
        onSaved={nothing}
      />
    ),
    field: 'Required',
    texts: ['3', '4'],
    send: /^Change 1 objective$/,
    reply: { objective_ids: {} },
  },
  objective_dates: {
    show: () => <DatesDialog {...later} node={root} isRunning={false} onSaved={nothing} />,
    field: 'Opens',
    texts: ['2026-12-01T12:00:30', '2026-12-02T12:00:30'],
    send: /^Set the dates/,
    reply: { objective_ids: {} },
  },
  objective_grid: { show: () => <DefinitionPage />, field: 'Rows from a spreadsheet', send: null },
  discord_roles: {
    show: () => <RolesForm event={event} roles={discordRoles} />,
    field: 'Server id',
    texts: ['130000000000000000', '130000000000000001'],
    send: 'Save roles',
    reply: { ...discordRoles, server_id: '130000000000000000' },
  },
  notice_route: {
    show: () => <RouteForm event={event} route={null} readers={['public']} onDone={nothing} onKey={nothing} />,
    field: 'Name',
    others: { Address: 'https://discord.com/api/webhooks/1/2' },
    send: 'Create route',
    reply: { route: { ...noticeRoute, name: 'First text' }, signing_key: null },
  },
  objection: {
    show: () => <ObjectionDialog kind="appeal" submission={submission} name="Kill it" onClose={nothing} />,
    field: 'Reason',
    send: 'Appeal',
    reply: {},
  },
  outage_note: {
    show: () => <NoteDialog outage={made({ id: 5, note: null, version: 1 })} onClose={nothing} />,
    field: 'Note',
    send: 'Save note',
    reply: { note: 'First text', version: 2 },
  },
  person_deletion: {
    show: () => <DeletePerson user={user} onClose={nothing} />,
    field: 'Why',
    others: { 'Type Ada to confirm': 'Ada' },
    send: 'Delete for good',
    reply: { pseudonym: 'Former player 12' },
  },
  places: {
    show: () => <PlacesDialog all={[]} onClose={nothing} />,
    field: '1st place',
    texts: ['2', '3'],
    others: { Objective: '50' },
    send: /^Give/,
    reply: [],
  },
  playtime: {
    show: () => <PlayedTime event={event} login={null} />,
    field: 'Hours',
    texts: ['5', '6'],
    send: 'Report played time',
    reply: { actual_playtime: 5 },
  },
  preset: {
    show: () => <PresetForm event_id={4} preset={null} uses={0} onClose={nothing} />,
    field: 'Name',
    others: { Points: '3 2 1' },
    send: 'Create preset',
    reply: {
      id: 9,
      name: 'First text',
      description: '',
      points: [3, 2, 1],
      point_cap: 0,
      scoring_method: scoringMethods[0],
      version: 1,
    },
  },
  signup: {
    show: () => <SignupForm event={event} eventKey="current" questions={[]} signup={null} onClose={nothing} />,
    field: 'Partner’s game account',
    prepare: click('checkbox', /rules/),
    send: 'Sign up',
    reply: signup,
  },
  signup_questions: {
    show: () => <QuestionsForm event_id={4} stored={{ version: 1, questions: [question] }} answers={[]} onClose={nothing} />,
    field: 'Question',
    send: 'Save questions',
    reply: { version: 2, questions: [{ ...question, text: 'First text' }] },
  },
  sort_note: { show: () => <Submit />, field: 'Note, published with the sort', send: 'Change the team of 1 person', reply: {} },
  stream_position: {
    show: () => <StreamPosition event={event} />,
    open: click('button', 'Go back'),
    field: 'Time',
    texts: ['2026-11-21T10:00:30', '2026-11-21T11:00:30'],
    send: 'Read again from there',
    reply: { has_skipped: false },
  },
  submission: {
    show: () => <SubmissionDialog request={{ objective_id: 50 }} />,
    field: 'Proof',
    send: 'Submit',
    reply: { id: 71 },
  },
  submission_review: { show: () => <Review />, field: 'Comment', send: 'Approve', reply: {} },
  suggestion: {
    show: () => <TextForm objective_id={50} entry={null} label="Advice" onDone={nothing} />,
    field: 'Advice',
    send: 'Save',
    reply: { message: '' },
  },
  team: {
    show: () => <TeamForm event={event} team={null} onClose={nothing} />,
    field: 'Name',
    send: 'Create team',
    reply: { id: 9, name: 'First text', abbreviation: '', color: '', allowed_classes: [], version: 1 },
  },
  time_window: {
    show: () => (
      <WindowDialog
        window={null}
        onSave={async () =>
          void (await callWrite('arrangeTeamPlan', { ...eventInput(4), body: { version: 1, windows: [], entries: [] } }))
        }
        onClose={nothing}
      />
    ),
    field: 'Name',
    send: 'Save',
    reply: {},
  },
  user_roles: {
    show: () => <RolesDialog user={user} isSelf={false} onClose={nothing} />,
    field: /^Submission judge/,
    laterField: /^Admin/,
    texts: ['true', 'true'],
    send: /^Give/,
    reply: user,
  },
  wish: {
    show: () => <WishForm own={0} />,
    field: 'Name, copied item or build code',
    send: 'Find',
    reply: { form: 'name', candidates: [] },
  },
}
