import { createServer, type Socket } from 'node:net';
import type { ChannelAddress } from '@kerf/application';
import { createAddressPolicy } from '@kerf/system';
import { emptyAddress } from '@kerf/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationSender } from '../create-notification-sender.js';
import { aMessage, anEvent, anOpenChannel } from '../testing/messages.js';
import { createSelfSigned } from '../testing/self-signed.js';

let certificate: Awaited<ReturnType<typeof createSelfSigned>>;
beforeAll(async () => {
  certificate = await createSelfSigned();
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly isSecure: boolean;
  readonly user: unknown;
}

async function startServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: certificate.key,
    cert: certificate.cert,
    authOptional: true,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      let content = '';
      stream.on('data', (chunk: Buffer) => {
        content += chunk.toString('utf8');
      });
      stream.on('end', () => {
        mails.push({
          from: mailFrom === false || mailFrom === undefined ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: content,
          isSecure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { mails, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

function send(
  port: number,
  fields: Partial<ChannelAddress>,
  {
    password = 'guess me',
    ca = certificate.cert,
    allowed = ['127.0.0.1'],
    title = 'Failed\r\nBcc: x@example.com',
  } = {},
) {
  const sender = createNotificationSender({
    policy: createAddressPolicy(allowed),
    publicUrl: 'https://kerf.example.com',
    limits: { connectMs: 1_000, totalMs: 1_000, maxBodyBytes: 4_096 },
    ca,
  });
  closers.push(() => sender.close());
  const address: ChannelAddress = {
    ...emptyAddress,
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSecurity: 'StartTls',
    emailFrom: 'kerf@example.com',
    emailTo: ['ops@example.com', 'team@example.com'],
    ...fields,
  };
  const event = anEvent({ body: { ...anEvent().body, title } });
  return sender.send(
    anOpenChannel({ kind: 'Email', address, secrets: { smtpPassword: password } }),
    aMessage(event),
  );
}

describe('e-mail', () => {
  it('is sent with STARTTLS to all recipients, without injected headers', async () => {
    const { mails, port } = await startServer();
    expect(await send(port, {})).toMatchObject({ outcome: 'Delivered', status: 250 });
    expect(mails).toMatchObject([
      { from: 'kerf@example.com', to: ['ops@example.com', 'team@example.com'], isSecure: true },
    ]);
    const [headers = ''] = mails[0]?.text.split('\r\n\r\n') ?? [];
    expect(headers).toContain('Message-ID: <dlv_1@example.com>');
    expect(headers).toMatch(/^Subject: Failed/m);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(mails[0]?.text).toContain('https://kerf.example.com/decisions/dec_1');
  });

  it('has an HTML part in which names are text', async () => {
    const { mails, port } = await startServer();
    const title = '<img src="https://evil.example/x">';
    await send(port, {}, { title });
    const text = mails[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(text).toContain('Content-Type: text/html');
    expect(text).toContain('<b>&lt;img src=&quot;https://evil.example/x&quot;&gt;</b>');
  });

  it('is sent with TLS from the beginning', async () => {
    const { mails, port } = await startServer({ secure: true });
    expect(await send(port, { smtpSecurity: 'Tls' })).toMatchObject({ outcome: 'Delivered' });
    expect(mails).toMatchObject([{ isSecure: true }]);
  });

  it('is not sent in clear when the server has no STARTTLS', async () => {
    const { mails, port } = await startServer({ disabledCommands: ['STARTTLS'] });
    expect(await send(port, {})).toMatchObject({ outcome: 'Refused' });
    expect(mails).toEqual([]);
    expect(await send(port, { smtpSecurity: 'None' })).toMatchObject({ outcome: 'Delivered' });
    expect(mails).toMatchObject([{ isSecure: false }]);
  });

  it('is not sent to a server with a certificate that nobody trusts', async () => {
    const { mails, port } = await startServer();
    const other = await createSelfSigned();
    expect(await send(port, {}, { ca: other.cert })).toMatchObject({
      outcome: 'Failed',
      response: expect.stringMatching(/certificate/i),
    });
    expect(mails).toEqual([]);
  });

  it('is refused with a wrong password, which is not logged', async () => {
    const { port } = await startServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right'
          ? done(null, { user: username })
          : done(Object.assign(new Error(`wrong: ${password}`), { responseCode: 535 })),
    });
    const refused = await send(port, { smtpUser: 'kerf' }, { password: 'guess' });
    expect(refused).toMatchObject({ outcome: 'Refused', status: 535 });
    expect(refused.response).not.toContain('guess');
    expect(await send(port, { smtpUser: 'kerf' }, { password: 'right' })).toMatchObject({
      outcome: 'Delivered',
    });
  });

  it.each([
    [450, 'Failed'],
    [550, 'Refused'],
  ])('whose recipients get %d is %s', async (responseCode, outcome) => {
    const { port } = await startServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('mailbox'), { responseCode })),
    });
    expect(await send(port, {})).toMatchObject({ outcome, status: responseCode });
  });

  it('is not sent to an address that is not allowed', async () => {
    const { mails, port } = await startServer();
    expect(await send(port, {}, { allowed: [] })).toMatchObject({
      outcome: 'Refused',
      response: expect.stringContaining('loopback'),
    });
    expect(mails).toEqual([]);
  });

  /** A server without a protocol: sends what it likes when it likes. */
  const startRaw = async (talk: (socket: Socket) => void): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      talk(socket);
    });
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const pour = (socket: Socket, text: string): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(text));
    };
    socket.on('drain', more);
    more();
  };

  it.each([
    ['a greeting whose line never ends', 'x'.repeat(64 * 1024)],
    ['a greeting with lines without an end', '220-welcome\r\n'.repeat(4_096)],
    ['garbage', '\u0000\u0007{"ok":true}\r\n'.repeat(4_096)],
  ])('is not waited for, nor is memory taken, when the server sends %s', async (_case, text) => {
    const sockets: Socket[] = [];
    const port = await startRaw((socket) => {
      sockets.push(socket);
      pour(socket, text);
    });
    const { outcome, response } = await send(port, { smtpSecurity: 'None' });
    expect(outcome).toBe('Failed');
    expect(response).toMatch(/^(Server response exceeds maximum allowed size|Invalid greeting)/);
    const sent = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    expect(sent).toBeLessThan(256 * 1024 * 1024);
  });

  it('is not waited for when the server goes on talking without an end', async () => {
    const port = await startRaw((socket) => {
      socket.write('220 here\r\n');
      const timer = setInterval(() => socket.write('250-more\r\n'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const { outcome, response, latencyMs } = await send(port, { smtpSecurity: 'None' });
    expect(outcome).toBe('Failed');
    expect(response).toMatch(/^The server did not finish within 4000 ms\./);
    expect(latencyMs).toBeLessThan(10_000);
  });

  it('waits for a server that is down', async () => {
    expect(await send(1, {})).toMatchObject({ outcome: 'Failed', status: null });
  });
});
