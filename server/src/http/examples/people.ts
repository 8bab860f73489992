// People in the examples of several calls.

export const ada = { id: 12, display_name: 'Ada' }
export const ben = { id: 31, display_name: 'Ben' }

export const adasAccounts = {
  ...ada,
  account_name: 'AdaPlays#1042',
  stated_account: null,
  discord_id: '204255221017214977',
  discord_name: 'ada',
  twitch_id: '44322889',
  twitch_name: 'adaplays',
}
export const bensAccounts = {
  ...ben,
  account_name: 'BenBuilds#7310',
  stated_account: null,
  discord_id: '204255221017214981',
  discord_name: 'ben',
  twitch_id: null,
  twitch_name: null,
}

export const adaHerself = { ...adasAccounts, permissions: [], token_expiry_timestamp: '2026-02-14T09:30:00.000Z' }
export const benHimself = {
  ...bensAccounts,
  permissions: ['submission_judge' as const],
  token_expiry_timestamp: '2026-02-11T18:00:00.000Z',
}
