import type { SomeExamples } from './call-example.ts'

const settings = {
  kinds: ['report_decided', 'tracking', 'opening_soon'],
  quiet_from: 1380,
  quiet_to: 420,
  time_zone: 'Europe/Berlin',
  most_per_hour: 6,
} as const
const device = {
  id: 3,
  endpoint_hash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  service: 'push.example.com',
  made_at: '2026-01-16T20:00:00.000Z',
  last_sent_at: '2026-01-17T11:58:02.000Z',
}
const notice = {
  id: 41,
  event_id: 3,
  kind: 'report_decided' as const,
  text: 'Your report was approved: Headhunter',
  link: '/submissions?mine=true&event=3',
  at: '2026-01-17T11:58:00.000Z',
  is_read: false,
}
const saved = {
  settings: { ...settings, kinds: [...settings.kinds] },
  push_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  devices: [device],
  discord: { state: 'on' as const, is_testing: false, problem: null, last_sent_at: '2026-01-17T11:58:04.000Z' },
}

export const personalNoticeExamples = {
  getOwnNotices: { reply: { unread: 1, notices: [notice] } },
  readOwnNotices: { body: { up_to: 41 }, reply: { unread: 0, notices: [{ ...notice, is_read: true }] } },
  getOwnNoticeSettings: { reply: saved },
  saveOwnNoticeSettings: { body: { ...settings, kinds: [...settings.kinds] }, reply: saved },
  addPushDevice: {
    body: {
      endpoint: 'https://push.example.com/send/dXNlci1hZ2VudC1udW1iZXI',
      // The receiver of the example in RFC 8291, appendix A.
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    reply: { ...device, last_sent_at: null },
  },
  removePushDevice: {},
  testPushDevice: {},
  startDirectMessages: {},
  stopDirectMessages: {},
  testDirectMessages: {},
} satisfies SomeExamples
