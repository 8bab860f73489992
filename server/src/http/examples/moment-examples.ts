import type { SomeExamples } from './call-example.ts'

export const momentExamples = {
  getMoments: {
    reply: [
      {
        sequence: 4118,
        objective_id: 118,
        team_id: 7,
        user_id: 12,
        at: 1_768_641_150,
        points: 30,
        finished: true,
        is_first: true,
        took_lead: false,
        streams: [
          {
            user_id: 12,
            login: 'adaplays',
            video_id: '2667731902',
            offset_seconds: 4420,
            url: 'https://www.twitch.tv/videos/2667731902?t=1h13m40s',
          },
        ],
      },
    ],
  },
  getMomentTable: {
    reply:
      'time,team,player,objective,points,finished,first,took_lead,streamer,channel,video,offset_seconds,link\r\n' +
      '2026-01-17T09:12:30Z,Lanterns,Ada,Headhunter,30,true,true,false,Ada,adaplays,2667731902,4420,https://www.twitch.tv/videos/2667731902?t=1h13m40s\r\n',
  },
  getMomentTimeline: {
    reply:
      'TITLE: Winter Race\r\nFCM: NON-DROP FRAME\r\n\r\n' +
      '001  V001     V     C        01:13:25:00 01:13:50:00 01:00:00:00 01:00:25:00\r\n' +
      '* FROM CLIP NAME: 2667731902.mp4\r\n* LOC: 01:00:15:00 GREEN   Lanterns: Headhunter by Ada, 30 points\r\n',
  },
} satisfies SomeExamples
