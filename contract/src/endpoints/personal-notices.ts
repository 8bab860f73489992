import {
  NoticesRead,
  OwnNoticeSettings,
  PersonalNotices,
  PersonalNoticeSettings,
  PushDevice,
  PushSubscriptionWrite,
} from '../personal-notices.ts'
import { callsOf } from './calls-of.ts'

const { GET, PUT, POST, DELETE } = callsOf('users')

const access = ['user'] as const

export const personalNoticesEndpoints = {
  getOwnNotices: GET('/users/self/notices', {
    keys: null,
    access,
    reply: PersonalNotices,
    summary: "The caller's notices of the last 30 days, at most 100, newest first",
  }),
  readOwnNotices: PUT('/users/self/notices/read', {
    access,
    body: NoticesRead,
    reply: PersonalNotices,
    summary: "Marks the caller's notices up to one as read; they are no longer pushed",
  }),
  getOwnNoticeSettings: GET('/users/self/notices/settings', {
    keys: null,
    access,
    reply: OwnNoticeSettings,
    summary: 'Which notices the caller gets, when they are pushed, and to which browsers',
  }),
  saveOwnNoticeSettings: PUT('/users/self/notices/settings', {
    access,
    body: PersonalNoticeSettings,
    reply: OwnNoticeSettings,
    summary: 'Sets which notices the caller gets and when they are pushed; notices that exist stay',
  }),
  addPushDevice: PUT('/users/self/notices/devices', {
    access,
    body: PushSubscriptionWrite,
    reply: PushDevice,
    summary: "Pushes the caller's notices to a browser, instead of those of any other login on it",
  }),
  removePushDevice: DELETE('/users/self/notices/devices/{device_id}', {
    access,
    refusals: ['push_device_not_found'],
    summary: 'Stops pushed notices to a browser of the caller',
  }),
  testPushDevice: POST('/users/self/notices/devices/{device_id}/test', {
    access,
    refusals: ['push_device_not_found'],
    summary: 'Pushes a test notice to a browser of the caller within seconds, also in quiet hours',
  }),
  startDirectMessages: PUT('/users/self/notices/discord', {
    access,
    refusals: ['no_discord_bot', 'discord_not_connected'],
    summary: "Sends the caller's notices as direct messages on Discord, beginning with a test",
  }),
  stopDirectMessages: DELETE('/users/self/notices/discord', {
    access,
    summary: 'Stops direct messages to the caller',
  }),
  testDirectMessages: POST('/users/self/notices/discord/test', {
    access,
    refusals: ['no_discord_bot', 'direct_messages_off'],
    summary: 'Sends a test as a direct message to the caller within seconds, also in quiet hours',
  }),
} as const
