// Sockets for what lives outside this member (benches, journeys): `ws` is the server's dependency, not the root's.
export { WebSocket, WebSocketServer } from 'ws'
