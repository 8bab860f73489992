import { addMessages } from '../lib/text/messages.ts'

/** Roles on Discord. */
const discord = {
  'discord.title': 'Discord roles',
  'discord.lead':
    'Muster gives members and leads of teams in {{event}} their roles on Discord, and takes them when teams change.',
  'discord.offTitle': 'No bot is set up',
  'discord.offText':
    'Make a bot on Discord, set DISCORD_BOT_TOKEN on the server of Muster, and restart it. docs/discord.md has the steps. Roles can be chosen afterwards.',
  'discord.choice': 'Server and roles',
  'discord.server': 'Server id',
  'discord.serverHelp': 'In Discord, switch on the developer mode, press the name of the server and choose "Copy Server ID".',
  'discord.serverInvalid': 'Enter the id of the server: 15 to 20 digits',
  'discord.teamRole': 'Role of {{team}}',
  'discord.leadRole': 'Role of leads',
  'discord.leadHelp': 'Leads get it in addition to the role of their team.',
  'discord.noRole': 'No role',
  'discord.missingRole': 'Role {{id}}, not in this server',
  'discord.fitHelp': 'Roles with power over the server or its members are not offered.',
  'discord.loading': 'Asking Discord for the roles',
  'discord.save': 'Save roles',
  'discord.saved': 'Roles saved',
  'discord.problem.not_set_up': 'DISCORD_BOT_TOKEN is missing on this server.',
  'discord.problem.token_refused':
    'Discord does not accept DISCORD_BOT_TOKEN. Reset the token of the bot, and enter the new one.',
  'discord.problem.unknown_server': 'The bot is not in this server. Add it on Discord, or correct the id.',
  'discord.problem.unavailable': 'Discord does not answer at the moment. Muster tries again every 30 seconds.',
  'discord.now': 'Off: nothing changes on Discord',
  'discord.nowOn': 'On: roles follow the teams',
  'discord.switchOn': 'Switch on',
  'discord.switchOff': 'Switch off',
  'discord.onTitle': 'Give and take roles from now on?',
  'discord.onText':
    'Within a minute, {{give}} roles are given and {{take}} are taken, as listed below. Later changes of teams follow without asking.',
  'discord.offTitle2': 'Stop giving and taking roles?',
  'discord.offText2': 'Roles on Discord stay as they are, also when teams change.',
  'discord.switched': 'Saved',
  'discord.people': 'People and roles',
  'discord.peopleEmpty': 'No roles yet',
  'discord.peopleEmptyText': 'Choose a role for a team with members who have connected Discord.',
  'discord.without_one': '{{count}} member has not connected Discord and gets no role.',
  'discord.without_other': '{{count}} members have not connected Discord and get no role.',
  'discord.state.to_give': 'To give: {{role}}',
  'discord.state.to_take': 'To take: {{role}}',
  'discord.state.given': 'Given: {{role}}',
  'discord.state.had': 'Had it before: {{role}}',
  'discord.state.not_a_member': 'Not in the server: {{role}}',
  'discord.state.missing_permission': 'The bot may not change it: {{role}}',
  'discord.state.unknown_role': 'Deleted on Discord: {{role}}',
  'discord.state.unfit_role': 'Has power over the server: {{role}}',
  'discord.help.not_a_member': 'They get the role within ten minutes after they join.',
  'discord.help.missing_permission':
    'Give the bot the permission "Manage Roles", and move its own role above this one. Then save here to try again at once.',
  'discord.help.unknown_role': 'Choose another role.',
  'discord.help.unfit_role': 'Remove its powers on Discord, or choose another role.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof discord> {}
}

addMessages(discord)
