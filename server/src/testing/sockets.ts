// Sockets for code outside this workspace member (benches, journeys): `ws` is a dependency of the server, not of the root.
export { WebSocket, WebSocketServer } from 'ws'
