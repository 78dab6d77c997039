//! How many connections are open at a time: so many in all, so many of one machine, and none that says nothing for long.

use axum::serve::Listener;
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at a time; whoever comes then waits until one is over.
const MOST_OPEN: usize = 256;
/// Those of one machine; one more is closed at once.
const MOST_OF_ONE: usize = 64;
/// A connection on which nothing is said for so long is over; streams say more often that they are there.
const SILENCE: Duration = Duration::from_secs(60);

/// What all connections of a table count into.
#[derive(Clone)]
pub(super) struct OpenConnections {
    all: Arc<Semaphore>,
    of_machine: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl OpenConnections {
    pub(super) fn new() -> OpenConnections {
        OpenConnections { all: Arc::new(Semaphore::new(MOST_OPEN)), of_machine: Arc::default() }
    }

    /// Counts a connection in; none if its machine has enough of them.
    fn place(&self, machine: IpAddr, permit: OwnedSemaphorePermit) -> Option<HeldPlace> {
        let mut counts = self.of_machine.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(machine).or_insert(0);
        if *count >= MOST_OF_ONE {
            return None;
        }
        *count += 1;
        Some(HeldPlace { machine, counts: self.of_machine.clone(), _permit: permit })
    }
}

/// The place of one connection, free again when it is over.
struct HeldPlace {
    machine: IpAddr,
    counts: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.machine) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.machine);
            }
        }
    }
}

/// Lets in so many.
pub(super) struct BoundListener {
    pub inner: TcpListener,
    pub open: OpenConnections,
}

impl Listener for BoundListener {
    type Io = BoundStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (BoundStream, SocketAddr) {
        loop {
            // It is never closed, so there is always a permit to wait for.
            let Ok(permit) = self.open.all.clone().acquire_owned().await else { continue };
            let (stream, address) = Listener::accept(&mut self.inner).await;
            if let Some(place) = self.open.place(address.ip(), permit) {
                let silence = Box::pin(tokio::time::sleep(SILENCE));
                return (BoundStream { stream, silence, _place: place }, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection that ends when nothing is said on it.
pub(super) struct BoundStream {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _place: HeldPlace,
}

impl BoundStream {
    /// Something was said.
    fn stir(&mut self) {
        self.silence.as_mut().reset(Instant::now() + SILENCE);
    }
}

impl AsyncRead for BoundStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        match Pin::new(&mut own.stream).poll_read(context, buffer) {
            Poll::Pending if own.silence.as_mut().poll(context).is_ready() => {
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            Poll::Pending => Poll::Pending,
            ready => {
                own.stir();
                ready
            }
        }
    }
}

impl AsyncWrite for BoundStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let written = Pin::new(&mut own.stream).poll_write(context, bytes);
        if written.is_ready() {
            own.stir();
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
