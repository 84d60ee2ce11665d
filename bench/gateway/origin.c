/* A provider that answers at once: one thread, epoll. `origin PORT`. A body that asks for a stream gets 52 events in
 * chunks, anything else 1.9 KB of JSON. Built and started by bench/gateway/run. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 65536
#define ROOM (512 * 1024)

struct line {
    char *bytes;
    int length;
};

static struct line lines[MOST];
static char json[8192], stream[32768];
static int json_length, stream_length;

static void chunk(const char *text) {
    stream_length += sprintf(stream + stream_length, "%zx\r\n%s\r\n", strlen(text), text);
}

static void prepare(void) {
    char body[4096], text[1701];
    memset(text, 'x', 1700);
    text[1700] = 0;
    int n = sprintf(body,
        "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-sonnet-5-5\",\"content\":"
        "[{\"type\":\"text\",\"text\":\"%s\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":100,\"output_tokens\":50}}",
        text);
    json_length = sprintf(json,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s", n, body);
    stream_length = sprintf(stream,
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    chunk("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n");
    chunk("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n");
    for (int i = 0; i < 48; i++)
        chunk("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"word \"}}\n\n");
    chunk("event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":48}}\n\n");
    chunk("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
    stream_length += sprintf(stream + stream_length, "0\r\n\r\n");
}

/* The length of the first request, or 0 while it is not complete. */
static int complete(struct line *l, int *streams) {
    char *end = memmem(l->bytes, l->length, "\r\n\r\n", 4);
    if (!end) return 0;
    int head = end - l->bytes + 4, body = 0;
    for (char *at = l->bytes; at < end; at++)
        if (at[0] == '\n' && !strncasecmp(at + 1, "content-length:", 15)) body = atoi(at + 16);
    if (l->length < head + body) return 0;
    *streams = memmem(l->bytes + head, body < 400 ? body : 400, "\"stream\":true", 13) != NULL;
    return head + body;
}

static void served(int fd) {
    struct line *l = &lines[fd];
    for (;;) {
        ssize_t n = read(fd, l->bytes + l->length, ROOM - l->length);
        if (n <= 0) {
            if (n < 0 && errno == EAGAIN) return;
            close(fd);
            l->length = 0;
            return;
        }
        l->length += n;
        int streams, used;
        while ((used = complete(l, &streams)) > 0) {
            const char *out = streams ? stream : json;
            int left = streams ? stream_length : json_length;
            while (left > 0) {
                ssize_t w = write(fd, out, left);
                if (w < 0 && errno != EAGAIN) break;
                if (w > 0) { out += w; left -= w; }
            }
            memmove(l->bytes, l->bytes + used, l->length - used);
            l->length -= used;
        }
    }
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    prepare();
    int on = 1, listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[argc - 1]))};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listening, (struct sockaddr *)&at, sizeof at) || listen(listening, 1024)) return perror("origin"), 1;
    int poll = epoll_create1(0);
    struct epoll_event add = {.events = EPOLLIN, .data.fd = listening}, ready[256];
    epoll_ctl(poll, EPOLL_CTL_ADD, listening, &add);
    for (;;) {
        int n = epoll_wait(poll, ready, 256, -1);
        for (int i = 0; i < n; i++) {
            int fd = ready[i].data.fd;
            if (fd != listening) {
                served(fd);
                continue;
            }
            while ((fd = accept4(listening, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                if (fd >= MOST) { close(fd); continue; }
                if (!lines[fd].bytes) lines[fd].bytes = malloc(ROOM);
                lines[fd].length = 0;
                setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                struct epoll_event one = {.events = EPOLLIN | EPOLLET, .data.fd = fd};
                epoll_ctl(poll, EPOLL_CTL_ADD, fd, &one);
            }
        }
    }
}
